/**
 * What keeps the program from noticing JSMOP and events from lying; for each, how it is taken out of the sources and the test
 * that must fail then. `docs/traps.md` tells what each is for, under the same names.
 *
 * Tests that run the packed package need its bundles (`built`); the others run on the sources.
 */

const places = { test: 'test/runtime/places.test.ts', title: 'trap 1: hybrid {} takes neither' }
const texts = { test: 'test/load/transparency.test.ts', title: 'under the strategy hybrid', built: true }

export const safeguards = [
  {
    name: 'the busy flag',
    file: 'src/instrument/patch/wrap-function.ts',
    find: 'if (kernel.busy) return ${call}',
    replace: 'if (false) return ${call}',
    ...places,
  },
  {
    name: "calls of Node's own code are not counted",
    file: 'src/runtime/site-places.ts',
    find: '? this.#unknownSite : 0',
    replace: '? this.#unknownSite : this.#unknownSite',
    ...places,
  },
  {
    name: 'a site is verified when first seen',
    file: 'src/runtime/site-places.ts',
    find: 'answer = this.#verify(site, wrapped)',
    replace: 'answer = right',
    ...places,
  },
  {
    name: 'sampling of calls without a site',
    file: 'src/runtime/site-places.ts',
    find: 'wrapped.unsited < wrapped.searchAt && ',
    replace: '',
    test: 'test/runtime/places.test.ts',
    title: 'looked for by sample',
  },
  {
    name: 'the layer over stacks',
    file: 'src/runtime/session.ts',
    find: 'installStackLayer(written)',
    replace: 'void (installStackLayer, written)',
    ...texts,
  },
  {
    name: 'the layer over stacks of realms',
    file: 'src/runtime/session.ts',
    find: 'layerRealm(realm)',
    replace: 'void layerRealm',
    ...texts,
  },
  {
    name: 'the text of functions',
    file: 'src/instrument/patch/disguise.ts',
    find: "functionToString(typeof this === 'function' ? originalOf(this) : this)",
    replace: 'functionToString(this)',
    test: 'test/instrument/patch.test.ts',
    title: 'trap 10, 11',
  },
  {
    name: 'excluded code',
    file: 'src/runtime/site-places.ts',
    find: 'const answer = this.#excludes(file)',
    replace: 'const answer = false',
    test: 'test/runtime/traps.test.ts',
    title: 'trap 16: an assertion library creates no monitors under hybrid',
  },
  {
    name: 'builtins put aside',
    file: 'src/instrument/patch/pristine.ts',
    find: 'if (atWork) return work()',
    replace: 'return work()',
    test: 'test/load/poisoned.test.ts',
    title: 'under the strategy hybrid',
    built: true,
  },
  {
    name: 'the hook at the exit',
    file: 'src/runtime/finish-at-exit.ts',
    find: "if (args[0] === 'exit') finish()",
    replace: 'void finish',
    test: 'test/runtime/session.test.ts',
    title: 'trap 20: nothing listens to the end',
  },
  {
    name: 'the check of cached texts',
    file: 'src/instrument/weave/woven-module.ts',
    find: /if \(digest\(.*\) !== known\) return undefined/,
    replace: 'void known',
    test: 'test/load/woven-cache.test.ts',
    title: 'is woven anew, and mended',
  },
  {
    name: 'realms are patched when they are made',
    file: 'src/load/hook-vm.ts',
    find: 'if (!known) realm(context)',
    replace: 'void (known, realm)',
    test: 'test/load/traps.test.ts',
    title: 'trap 14, trap 22',
    built: true,
  },
  {
    name: 'one copy in a thread',
    file: 'src/runtime/claim-thread.ts',
    find: 'if (other !== undefined) {',
    replace: "if (other === '') {",
    test: 'test/runtime/second-copy.test.ts',
    title: 'a second copy of JSMOP in a thread is refused',
  },
  {
    name: 'ports that hold no process',
    file: 'src/load/weave-process.ts',
    find: 'ready.port1.unref()',
    replace: 'ready.port1.ref()',
    test: 'test/load/traps.test.ts',
    title: 'nothing of ours keeps a program of ES modules from its end',
    built: true,
  },
  {
    name: 'activation out of sight',
    file: 'src/load/install.ts',
    find: '    hideActivation(activation)\n',
    replace: '    void hideActivation\n',
    test: 'test/load/processes.test.ts',
    title: 'see an environment and arguments without traces of JSMOP',
    built: true,
  },
  {
    name: 'tools are passed through',
    file: 'src/load/recognise-process.ts',
    find: 'if (name !== undefined && tools.has(name))',
    replace: 'if (name === tools)',
    test: 'test/load/processes.test.ts',
    title: 'pass through package managers',
    built: true,
  },
  {
    name: 'hand-over inside of wrappings',
    file: 'src/runners/module-end.ts',
    find: "if (kind !== 'script') return",
    replace: "if (kind !== 'script' || text !== '') return",
    test: 'test/runners/hand-over.test.ts',
    title: 'the script keeps its value',
  },
]
