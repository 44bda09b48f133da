/** The documents as a site, in a real browser. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDocs } from '../../scripts/docs.mjs'
import { launchBrowser, launchTimeout } from '../support/browser.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-site-'))
let pages: string[]
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  pages = buildDocs(path.join(folder, 'site'))
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('console', (message) => complaints.push(message.text()))
  page.on('requestfailed', (request) => complaints.push(request.url()))
}, launchTimeout)

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

function addressOf(name: string): string {
  return `file://${path.join(folder, 'site', name)}`
}

test('has a page for every document and every spec, and carries no script', () => {
  expect(pages.length).toBeGreaterThan(15)
  expect(pages).toContain('docs/reports.html')
  expect(pages).toContain('specs/stream/no-write-after-end.html')
  const withScript = pages.filter((name) => /<script/i.test(readFileSync(path.join(folder, 'site', name), 'utf8')))
  expect(withScript).toEqual([])
})

test('leads from page to page, by mouse and by keyboard', async () => {
  await page.goto(addressOf('index.html'))
  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Reports')
  await page.getByRole('main').getByRole('link', { name: 'errors.md' }).first().click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Errors')
  await page.goto(addressOf('docs/ci.html'))
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  expect(page.url()).toContain('#content')
  await page.goto(addressOf('specs/stream/no-write-after-end.html'))
  expect(await page.locator('nav [aria-current]').textContent()).toBe('stream/no-write-after-end')
})

test('a link to a heading finds it', async () => {
  await page.goto(addressOf('docs/ci.html'))
  await page.getByRole('main').getByRole('link', { name: 'baseline' }).click()
  expect(page.url()).toContain('docs/reports.html#baseline')
  expect(await page.locator('#baseline').isVisible()).toBe(true)
})

test.each(['light', 'dark'] as const)('keeps the rules of accessibility, %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme })
  for (const name of ['index.html', 'docs/reports.html', 'docs/logics.html', 'specs/stream/no-write-after-end.html']) {
    await page.goto(addressOf(name))
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run({ preload: false })',
    )
    expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]!.html}`)).toEqual([])
  }
})

test('loads nothing that is not there', () => {
  expect(complaints).toEqual([])
})
