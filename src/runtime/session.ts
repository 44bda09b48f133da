/**
 * One session per thread: the monitors, the wrappers, the places and the file of results, and what instrumented code
 * calls. Realms of the thread share it. It never throws into the program (unless asked to, by `--on-violation throw`):
 * what fails inside is recorded once and switched off.
 *
 * Legal order: construct; `start` before any code of the program runs; `meetRealm`, `patchRealm` and `patchModule` as realms
 * and modules appear; `enterTest`/`leaveTest`, `endFile`, `save`; `finish` once. After `finish` wrappers only pass calls on.
 */

import { Engine } from '../engine/engine.ts'
import type { Algorithm, Monitoring, Report, Site } from '../engine/monitoring.ts'
import type { EventSink, Kernel, Place, Switch } from '../instrument/kernel.ts'
import { mapGet, mapSet, now } from '../instrument/patch/originals.ts'
import { keepBuiltins, pristinely } from '../instrument/patch/pristine.ts'
import { HookedFunctions } from '../instrument/patch/hooked-functions.ts'
import type { Realm } from '../instrument/patch/patcher.ts'
import { Patcher } from '../instrument/patch/patcher.ts'
import type { Handler } from '../instrument/plan/compile-handler.ts'
import { handlerWhenCalled } from '../instrument/plan/compile-handler.ts'
import type { InstrumentationPlan, Operation, Subscription } from '../instrument/plan/plan.ts'
import { isExecutor } from '../instrument/plan/plan-weaving.ts'
import { planInstrumentation } from '../instrument/plan/plan.ts'
import type { Strategy } from '../instrument/strategy.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { EventContext } from '../spec/event-context.ts'
import type { Signaller } from '../spec/signaller.ts'
import type { EndPointcut } from '../spec/pointcut.ts'
import { type LeftOut, partitionSpecs } from './blind-spots.ts'
import { IntendedViolations } from './intended.ts'
import { PromiseWatch } from './promise-watch.ts'
import { Recorder } from './recorder.ts'
import { SessionFile } from './session-file.ts'
import { type SelectionSettings, SessionSelection } from './session-selection.ts'
import { SessionTraces } from './session-traces.ts'
import { SitePlaces } from './site-places.ts'
import { Sites } from './sites.ts'
import { TurnEnd } from './turn-end.ts'
import { installStackLayer, layerRealm, type WrittenPositions } from './stack-layer.ts'
import { TextExits } from './text-exits.ts'
import type { Violation } from './violations.ts'
import { Violations } from './violations.ts'
import { WovenCalls } from './woven-calls.ts'
import { WovenHooks } from './woven-hooks.ts'

export interface SessionOptions {
  /** Unique among the sessions of a run. */
  readonly id: string
  readonly specs: readonly CompiledSpec[]
  /** What `planInstrumentation` makes of the specs, if that is known already. */
  readonly plan?: InstrumentationPlan
  /** With a plan: specs that were left out of it, because the strategy cannot judge them. */
  readonly left?: readonly LeftOut[]
  readonly strategy: Strategy
  readonly algorithm: Algorithm
  /** Name of the algorithm, for the header. */
  readonly algo: string
  /** Nanoseconds of some clock: asks where the time of each spec goes, and how often each of its events happens. */
  readonly clock?: () => number
  /** Keeps slices, for traces in reports. */
  readonly traces?: boolean
  /** Drops monitors that can report no more; unless told otherwise. */
  readonly collect?: boolean
  /** Selective monitoring. */
  readonly selection?: SelectionSettings
  /** Where the session file goes; nothing is written without. */
  readonly folder?: string
  /** Where event logs go, if events are recorded. */
  readonly record?: string
  /** Checks every sited event against its true caller. */
  readonly verifySites?: boolean
  readonly onViolation?: 'report' | 'throw' | 'debugger'
  /** Whether `patcher.mention` hears of every text before it runs. */
  readonly hearsTexts?: boolean
  /** Whether code of a file may create no monitors: the runner, assertion libraries, what the user left out. Asked once per file. */
  readonly excludes?: (file: string) => boolean
  /** Whether such code may be a spy's, which calls in the program's name; all of it unless told. */
  readonly doubles?: (file: string) => boolean
  /** Whether a file is the one that the program starts with. Asked once per place, when the program runs. */
  readonly isEntry?: (file: string) => boolean
  /** Further fields of the header. */
  readonly header?: object
  /** Hears of violations as they are found. */
  readonly onReport?: (violation: Violation) => void
}

export class Session implements Kernel {
  busy = true
  context: EventContext | undefined = undefined
  toThrow: unknown = undefined
  readonly off: readonly Switch[]
  readonly plan: InstrumentationPlan
  readonly strategy: Strategy
  readonly sites = new Sites()
  readonly patcher: Patcher
  readonly hooks: WovenHooks
  readonly violations: Violations
  readonly intended: IntendedViolations
  /** Milliseconds of ours, before the program starts and for its texts. Who does the work counts it. */
  readonly spent = { startUp: 0, weaving: 0 }
  readonly #engine: Engine
  readonly #sinks: (EventSink | undefined)[]
  /** By spec; undefined unless time is measured too. */
  readonly #counts: readonly EventCounts[] | undefined
  /** None where all events are counted, or kept in a log. */
  readonly asleep: boolean[]
  /** By spec: who waits for its first monitor. */
  readonly #sleepers: ((() => void)[] | undefined)[] = []
  readonly #recorder: Recorder | undefined
  /** By spec: whether the end of a turn is an event of it. */
  readonly #waitsForTurn: ReadonlySet<number>
  readonly #traces: SessionTraces
  readonly #selection: SessionSelection | undefined
  readonly #places: SitePlaces
  readonly #file: SessionFile | undefined
  readonly #promises: PromiseWatch | undefined
  readonly #turn: TurnEnd | undefined
  readonly #ends: Readonly<Record<EndPointcut['of'], readonly SpecEnd[]>>
  readonly #faults = new Map<string, number>()
  #finished = false
  /** The one that was entered last, and who is asked where tests overlap. */
  #enteredTest: unknown = undefined
  #currentTest: (() => unknown) | undefined = undefined
  #isStarted = false
  #isMainRealmWatched = false
  /** Keeps what else an end would keep. */
  onSaved: () => void = () => {}
  /** A test is about to begin. */
  onTest: () => void = () => {}
  /** Whether an end was written in case nothing follows, and nothing has. */
  #saved = false

  constructor(options: SessionOptions, realm: Realm) {
    const { strategy } = options
    this.strategy = strategy
    const { judged: specs, left } =
      options.plan === undefined
        ? partitionSpecs(options.specs, strategy)
        : { judged: options.specs, left: options.left ?? [] }
    this.plan = options.plan ?? planInstrumentation(specs)
    this.#file = options.folder === undefined ? undefined : new SessionFile(options.folder, options.id)
    this.#file?.append({
      schema: 1,
      session: options.id,
      // Not as a text: the first date of a process asks the system for its time zone.
      started: now(),
      algo: options.algo,
      strategy: strategy.name,
      specs: specs.map(({ id }) => id),
      ...options.header,
    })
    for (const notMonitored of left) this.note({ notMonitored })
    this.intended = new IntendedViolations(this, realm)
    this.violations = new Violations(this.sites, this.#file, options.onReport)
    const { excludes = () => false, doubles = () => true, isEntry = () => true, verifySites = false } = options
    this.#places = new SitePlaces(this, this.sites, { excludes, doubles, isEntry, verifySites })
    const { selection } = options
    this.#selection = selection === undefined ? undefined : new SessionSelection(selection, this.sites)
    this.#engine = new Engine({
      specs,
      algorithm: this.#selection?.over(options.algorithm) ?? options.algorithm,
      sink: (report) => this.#report(report, options.onViolation ?? 'report'),
      onFault: (faulty, part, error) => this.fault(`${faulty.id}: ${part}`, error),
      traces: options.traces ?? false,
      collect: options.collect ?? true,
      context: () => this.context,
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    })
    this.off = this.#engine.off
    this.#sinks = specs.map(() => undefined)
    this.asleep = specs.map(() => options.clock === undefined && options.record === undefined)
    this.#counts = options.clock === undefined ? undefined : specs.map(({ events }) => new EventCounts(events.length))
    this.#traces = new SessionTraces(this.sites, options.folder, options.id)
    this.#turn = this.plan.ends.turn.length === 0 ? undefined : new TurnEnd(() => this.#end('turn'))
    this.#waitsForTurn = new Set(this.plan.ends.turn.map(({ specIndex }) => specIndex))
    this.#recorder = options.record === undefined ? undefined : new Recorder(options.record, options.id, this)
    this.place =
      strategy.places === 'stack'
        ? (wrapped) => this.#places.fromStack(wrapped)
        : (wrapped, site, receiver) => this.#places.fromSite(wrapped, site, receiver)
    const { ends } = this.plan
    this.#ends = {
      test: ends.test.map(unheardEnd),
      file: ends.file.map(unheardEnd),
      program: ends.program.map(unheardEnd),
      turn: ends.turn.map(unheardEnd),
    }
    const weaves = strategy.weaves(this.plan)
    const seesCalls = weaves?.hookCalls !== undefined
    const functions = new HookedFunctions(this)
    const wraps = (operation: Operation): boolean => strategy.wraps(operation)
    const wants = (operation: Operation): boolean => wraps(operation) || (seesCalls && isCalled(operation))
    this.patcher = new Patcher(this, functions, this.plan.places, wants, wraps, realm, options.hearsTexts)
    const calls = new WovenCalls(this, functions, this.#places, this.sites, (prototype) =>
      this.patcher.findLate(prototype),
    )
    const { promiseHooks } = strategy
    // Where every event is counted or logged, none is left out.
    const leaves = selection !== undefined && options.clock === undefined && options.record === undefined
    this.hooks = new WovenHooks(this, this.#places, this.sites, this.plan, calls, seesCalls, !promiseHooks, leaves)
    this.#promises =
      strategy.promiseHooks && this.plan.handles.length + this.plan.settles.length > 0
        ? new PromiseWatch(this, this.plan)
        : undefined
    const written: WrittenPositions = (file) => this.sites.wovenFile(file)
    installStackLayer(written)
    const exits = weaves === undefined ? undefined : new TextExits(written)
    this.patcher.onModule = (name, exports) => {
      this.intended.watchModule(name, exports)
      exits?.watchModule(name, exports)
    }
    this.patcher.patchHost()
    exits?.watchGlobal(realm)
  }

  readonly place: Kernel['place']

  get slot(): WovenHooks {
    return this.hooks
  }

  sink(spec: number): EventSink | undefined {
    if (this.#sinks[spec] !== undefined) return this.#sinks[spec]
    const monitoring = this.#engine.monitoring(spec)
    if (monitoring === undefined) return undefined
    this.#traces.add(monitoring)
    const turn = this.#waitsForTurn.has(spec) ? this.#turn : undefined
    const signalled = this.#counts?.[spec]!.signalled
    const sink =
      this.#recorder === undefined && turn === undefined && signalled === undefined
        ? monitoring
        : new SpecSink(monitoring, this.#recorder, turn, signalled)
    this.#sinks[spec] = sink
    return sink
  }

  isLoading(place: Place): boolean {
    return this.#places.isLoading(place)
  }

  /** Whether code of the file may create monitors is to be asked again. */
  forgetExcluded(file: string): void {
    this.#places.forgetExcluded(file)
  }

  wake(spec: number): void {
    this.asleep[spec] = false
    const listeners = this.#sleepers[spec] ?? []
    this.#sleepers[spec] = undefined
    pristinely(() => {
      for (let i = 0; i < listeners.length; i += 1) listeners[i]!()
    })
  }

  whenAwake(spec: number, listener: () => void): void {
    const listeners = (this.#sleepers[spec] ??= [])
    listeners[listeners.length] = listener
  }

  meet(value: object): void {
    this.patcher.patchClassOf(value)
  }

  placeOfError(error: unknown): Place {
    return this.#places.ofError(error)
  }

  switchOff(spec: number, error: unknown): void {
    this.#engine.switchOff(spec, error)
  }

  timed(
    spec: number,
    event: number,
    condition: (context: EventContext) => boolean,
  ): (context: EventContext) => boolean {
    const timed = this.#engine.timed(spec, condition)
    const asked = this.#counts?.[spec]!.asked
    if (asked === undefined) return timed
    // What its conditions take is told with its monitoring.
    this.sink(spec)
    return (context) => {
      asked[event]! += 1
      return timed(context)
    }
  }

  /**
   * From here on events count. `inMainRealm`: whether code that is watched is about to run in the main realm, too, and not
   * only in one that `vm` made; else `enterMainRealm` follows when some does.
   */
  start(inMainRealm = true): void {
    if (inMainRealm) this.#watchMainRealm()
    this.#promises?.start()
    keepBuiltins()
    this.#isStarted = true
    this.busy = false
  }

  /** Code that is watched is about to run in the main realm, whatever has been replaced there since the start. */
  enterMainRealm(): void {
    if (this.#isMainRealmWatched) return
    pristinely(() => {
      this.#watchMainRealm()
      keepBuiltins()
    })
  }

  #watchMainRealm(): void {
    this.#isMainRealmWatched = true
    this.patcher.patchLanguage()
  }

  /** A realm that `vm` made, before code runs in it. */
  meetRealm(realm: Realm): void {
    this.#forRealm(() => layerRealm(realm))
  }

  /** Patches the globals of such a realm, but for what the program has `given` it. Node's modules are shared and patched once. */
  patchRealm(realm: Realm, given: object | undefined): void {
    this.#forRealm(() => this.patcher.patchRealm(realm, given))
  }

  #forRealm(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.fault('a realm', error)
    }
  }

  /** Adds a record of the loader's to the session file (`session-file.ts` lists them). */
  note(record: object): void {
    this.#file?.append(record)
  }

  /** A file that runs as it is, since it could not be woven. */
  noteUnparsed(file: string, reason: string): void {
    this.#file?.append({ unparsed: { file, reason } })
  }

  /** Runs our own code over builtins that may be patched: nothing it does is an event. */
  quietly<T>(work: () => T): T {
    const { busy } = this
    const wasStarted = this.#isStarted
    this.busy = true
    try {
      return pristinely(work)
    } finally {
      // The work may be what finds that there is a program.
      this.busy = busy && wasStarted === this.#isStarted
    }
  }

  /** A test begins; its identity is anything that `JSON.stringify` shows, compared by identity. */
  enterTest(test: unknown): void {
    if (test !== undefined) this.onTest()
    this.#enteredTest = test
    if (this.#saved && test !== undefined) {
      this.#saved = false
      this.#file?.append({ on: true })
    }
    if (this.#traces.areKept) this.quietly(() => this.#traces.enterTest(test))
    else this.#traces.enterTest(test)
  }

  get test(): unknown {
    return this.#currentTest?.() ?? this.#enteredTest
  }

  /** Tests overlap: which one is current is asked for when it matters; undefined means the last that was entered. */
  followTests(current: () => unknown): void {
    this.#currentTest = current
  }

  leaveTest(): void {
    this.#end('test')
    this.#enteredTest = undefined
    if (this.#traces.areKept) this.quietly(() => this.#traces.leaveTest())
    else this.#traces.leaveTest()
    if (this.#selection?.waits === true) this.quietly(() => this.#selection!.endTraces())
  }

  /** The end of a test file. */
  endFile(): void {
    this.#end('file')
    this.#selection?.endTraces()
  }

  /** Writes what an end would write: whoever runs the tests may end the process or thread from here on without notice. */
  save(): void {
    if (this.#finished) return
    this.#saved = true
    this.quietly(() => {
      try {
        this.#write()
        this.onSaved()
      } catch (error) {
        this.fault('what was seen so far', error)
      }
    })
  }

  /** Violations that this fault would hide, or the spec's part that is off from here on, are named by `part`. */
  fault(part: string, error: unknown): void {
    const times = (mapGet(this.#faults, part) as number | undefined) ?? 0
    mapSet(this.#faults, part, times + 1)
    if (times > 0) return
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#file?.append({ fault: { part, message } })
  }

  /** The end of the program: signals it, and writes what is only known now. Wrappers pass calls on from here on. False if it was done before. */
  finish(): boolean {
    if (this.#finished) return false
    this.#finished = true
    pristinely(() => this.#finish())
    return true
  }

  #finish(): void {
    try {
      this.#end('file')
      this.#end('program')
      this.busy = true
      this.#engine.finish()
      this.#write()
    } catch (error) {
      this.fault('end of the session', error)
    }
    this.busy = true
    this.#promises?.stop()
    this.#file?.close()
  }

  /** What is only known at an end. */
  #write(): void {
    for (const refused of this.patcher.unmonitored) this.#file?.append({ notMonitored: refused })
    this.violations.flush()
    if (this.#file !== undefined) this.#selection?.write((record) => this.#file!.append(record), this.violations)
    this.#traces.write()
    const perSpec: Record<string, unknown> = {}
    this.#engine.statistics().forEach((statistics, i) => {
      // Of most specs a process sees nothing.
      if (!this.#engine.isMade(i)) return
      const spec = this.plan.specs[i]!
      perSpec[spec.id] =
        this.#counts === undefined ? statistics : { ...statistics, ...this.#counts[i]!.named(spec.events) }
    })
    const { files, length: woven } = this.sites
    const { spent } = this
    this.#file?.append({
      end: { stats: perSpec, sites: this.#places.counts, intended: this.intended.count, files, woven, spent },
    })
  }

  /** Puts a handler in place for an end; not before it comes, since most processes see nothing of most specs. */
  #listen(end: SpecEnd): void {
    const { subscription } = end
    end.run = () => {}
    handlerWhenCalled(this, 'an end', 'before', [{ subscription, kind: 'end', only: undefined }], (run) => {
      end.run = run
    })
  }

  #end(of: EndPointcut['of']): void {
    if (this.busy) return
    const ends = this.#ends[of]
    for (let i = 0; i < ends.length; i += 1) {
      const end = ends[i]!
      if (!end.subscription.creation && !this.#engine.isMade(end.subscription.specIndex)) continue
      if (end.run === undefined) pristinely(() => this.#listen(end))
      end.run!(0, undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined)
    }
  }

  #confirms(report: Report): boolean {
    const { spec, category } = report
    if (spec.confirm === undefined) return true
    try {
      return spec.confirm(spec.reports[category]!.name, this.hooks.stepOf(report))
    } catch (error) {
      this.fault(`${spec.id}: confirm`, error)
      return true
    }
  }

  #report(report: Report, onViolation: 'report' | 'throw' | 'debugger'): void {
    if (!this.#confirms(report) || this.intended.takes(report.spec.id, report.instances)) return
    const violation = this.violations.add(report, this.test)
    if (onViolation === 'throw') this.toThrow = new Error(`${report.spec.id}: ${violation.message}`)
    // The user asked to stop here: the call that broke the rule is a few frames up.
    // oxlint-disable-next-line no-debugger
    if (onViolation === 'debugger') debugger
  }
}

/** Whether a call is what the operation is seen by. */
function isCalled(operation: Operation): boolean {
  const { kind } = operation
  return kind !== 'read' && kind !== 'write' && kind !== 'delete' && !isExecutor(operation)
}

/** An end as one spec hears of it: not at all while it has seen nothing, unless the end itself begins a trace. */
interface SpecEnd {
  readonly subscription: Subscription
  run: Handler | undefined
}

function unheardEnd(subscription: Subscription): SpecEnd {
  return { subscription, run: undefined }
}

/** How often each event of a spec happened: was signalled, and had its condition asked for, be the answer what it may. */
class EventCounts {
  readonly signalled: Float64Array
  readonly asked: Float64Array

  constructor(events: number) {
    this.signalled = new Float64Array(events)
    this.asked = new Float64Array(events)
  }

  named(events: readonly { readonly name: string }[]): object {
    const byName = (counts: Float64Array): object =>
      Object.fromEntries(events.map(({ name }, event) => [name, counts[event]!]))
    return { perEvent: byName(this.signalled), asked: byName(this.asked) }
  }
}

/** Events of one spec on their way into its monitoring, where someone else has to hear of them too. */
class SpecSink implements EventSink {
  readonly #monitoring: Monitoring
  readonly #recorder: Recorder | undefined
  readonly #turn: TurnEnd | undefined
  readonly #signalled: Float64Array | undefined

  constructor(
    monitoring: Monitoring,
    recorder: Recorder | undefined,
    turn: TurnEnd | undefined,
    signalled: Float64Array | undefined,
  ) {
    this.#monitoring = monitoring
    this.#recorder = recorder
    this.#turn = turn
    this.#signalled = signalled
  }

  signal(event: number, site: Site, a: unknown, b: unknown, c: unknown, d: unknown): void {
    if (this.#signalled !== undefined) this.#signalled[event]! += 1
    this.#recorder?.record(this.#monitoring.spec, event, site, a, b, c, d)
    this.#monitoring.signal(event, site, a, b, c, d)
    this.#turn?.await()
  }

  /** A log cannot say that an event creates nothing, so it has none of these, and what it is compared with neither. */
  signallerWithoutCreation(event: number): Signaller {
    const signal = this.#recorder === undefined ? this.#monitoring.signallerWithoutCreation?.(event) : undefined
    return (site, a, b, c, d) => {
      if (this.#signalled !== undefined) this.#signalled[event]! += 1
      signal?.(site, a, b, c, d)
      this.#turn?.await()
    }
  }
}
