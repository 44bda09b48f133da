// src/spec/event-context.ts
var noContext = Object.freeze({
  receiver: void 0,
  args: Object.freeze([]),
  result: void 0,
  error: void 0,
  settled: void 0,
  key: void 0,
  value: void 0,
  iterable: void 0,
  iterator: void 0,
  promise: void 0,
  activation: void 0,
  test: void 0
}), contextParts = Object.keys(noContext);

// src/engine/authored-code.ts
var reportOnly = { report: !0, reset: !1 }, AuthoredCode = class {
  /** Whether the context of a signal is of any use. */
  wantsContext;
  #spec;
  #options;
  /** No Set: the program may have replaced its methods. */
  #off = {};
  constructor(spec, options2) {
    this.#spec = spec, this.#options = options2, this.wantsContext = spec.handler !== void 0 || spec.events.some((event) => event.action !== void 0);
  }
  /** The context of the operation that is being signalled. */
  context() {
    return this.wantsContext ? this.#options.context?.() : void 0;
  }
  freshVariables() {
    let { variables } = this.#spec;
    if (variables !== void 0)
      return this.#guard("variables", variables, () => ({}));
  }
  copyVariables(variables) {
    if (variables !== void 0)
      return this.#guard(
        "variables",
        () => structuredClone(variables),
        () => ({ ...variables })
      );
  }
  act(event, variables, context) {
    let { action } = this.#spec.events[event];
    action !== void 0 && this.#guard(
      "action",
      () => action(variables ?? {}, context ?? noContext),
      () => {
      }
    );
  }
  handle(category, variables, context) {
    let { handler, reports: reports2 } = this.#spec;
    if (handler === void 0) return reportOnly;
    let reset = !1, control = {
      category: reports2[category].name,
      variables: variables ?? {},
      context,
      reset: () => {
        reset = !0;
      }
    };
    return this.#guard(
      "handler",
      () => ({ report: handler(control) !== !1, reset }),
      () => reportOnly
    );
  }
  #guard(part, run2, instead) {
    if (this.#off[part]) return instead();
    try {
      return run2();
    } catch (error) {
      return this.#off[part] = !0, this.#options.onFault(this.#spec, part, error), instead();
    }
  }
};

// src/engine/d/slots.ts
var { ceil } = Math, Slot = class {
  /** First what most events ask for: it shares a cache line. */
  constructor(key2, next) {
    this.key = key2, this.time = 0, this.sets = null, this.domain = null, this.state = 0, this.more = null, this.group = null, this.others = null, this.site = 0, this.next = next;
  }
  /** As in `Monitor`. */
  get leaf() {
    return this;
  }
  get sibling() {
    let { more } = this;
    return more === null ? null : more.sibling;
  }
  set sibling(monitor2) {
    extrasOf(this).sibling = monitor2;
  }
};
function firstInstance(slot) {
  return slot.domain === null ? null : slot;
}
var SlotExtras = class {
  /** disable(⟨p ↦ value⟩): when an event bound just this value without finding an instance; 0 when never. */
  disabled = 0;
  /** As in `Monitor`. */
  sibling = null;
  rosters = null;
  stamps = null;
  /** Of `monitors`, when there are many. */
  index = null;
  /** The value, or a WeakRef of the object, for messages. */
  value = void 0;
  /** As in `Monitor`: variables and slice of the instance. */
  own = null;
};
function extrasOf(of) {
  return of.more ??= new SlotExtras();
}
function agrees(bound, set, p0, p1, p2, p3) {
  return ((set & 1) === 0 || bound.p0 === p0) && ((set & 2) === 0 || bound.p1 === p1) && ((set & 4) === 0 || bound.p2 === p2) && ((set & 8) === 0 || bound.p3 === p3);
}
var Others = class {
  p0;
  p1;
  p2;
  p3;
  constructor(set, p0, p1, p2, p3) {
    this.p0 = (set & 1) === 0 ? null : p0, this.p1 = (set & 2) === 0 ? null : p1, this.p2 = (set & 4) === 0 ? null : p2, this.p3 = (set & 8) === 0 ? null : p3;
  }
};
function slotAt(bound, parameter) {
  return parameter === 0 ? bound.p0 : parameter === 1 ? bound.p1 : parameter === 2 ? bound.p2 : bound.p3;
}
var Stamp = class {
  p0;
  p1;
  p2;
  p3;
  set;
  next;
  time = 0;
  constructor(set, p0, p1, p2, p3, next) {
    this.p0 = p0, this.p1 = p1, this.p2 = p2, this.p3 = p3, this.set = set, this.next = next;
  }
}, wordLimit = 2 ** 30, owners = [], rangeBegins = [], nextRange = 0;
function allotWords(owner, bits) {
  let prefix = ceil(nextRange / 2 ** bits), end = (prefix + 1) * 2 ** bits;
  return end > wordLimit ? -1 : (owners[owners.length] = owner, rangeBegins[rangeBegins.length] = end - 2 ** bits, nextRange = end, prefix);
}
function ownerOf(word) {
  let low = 0;
  for (let high = owners.length; high - low > 1; ) {
    let middle = low + high >>> 1;
    rangeBegins[middle] <= word ? low = middle : high = middle;
  }
  return owners[low];
}
var SlotTable = class extends Slot {
  byKey = [];
}, chainLimit = 6, Given = class {
  constructor(object) {
    return object;
  }
}, Stamped = class extends Given {
  #first;
  constructor(object, first) {
    super(object), this.#first = first;
  }
  static first(object) {
    return #first in object ? object.#first : null;
  }
  /**
   * The same for events that introduce objects. V8 inlines the look-up only where it has met stamped objects alone, so
   * events that meet fresh ones have a place of their own (one parameter, churn: 33 → 25 ns an event).
   */
  static firstIfAny(object) {
    return #first in object ? object.#first : null;
  }
  /** The same for instances in words: their objects are of few kinds. */
  static firstOfWord(object) {
    return #first in object ? object.#first : null;
  }
  /** The same for broadcasts, as those of collections that are changed. */
  static firstOfSource(object) {
    return #first in object ? object.#first : null;
  }
  /** The same for objects that an event introduces besides another: those are often known. */
  static firstOfOther(object) {
    return #first in object ? object.#first : null;
  }
  static replace(object, first) {
    object.#first = first;
  }
}, OwnMap = class extends Map {
}, OwnWeakMap = class extends WeakMap {
};
for (let name2 of ["get", "set", "delete", "has"])
  Object.defineProperty(OwnMap.prototype, name2, { value: Map.prototype[name2] }), Object.defineProperty(OwnWeakMap.prototype, name2, { value: WeakMap.prototype[name2] });
var strays = new OwnWeakMap(), anyStrays = !1;
function heldAt(object, key2) {
  let first = Stamped.firstOfWord(object);
  return first !== null && typeof first != "number" && first.key === -2 ? first.byKey[key2] : first;
}
function findSlot(object, key2) {
  return slotFrom(Stamped.first(object), object, key2);
}
function findSource(object, key2) {
  return slotFrom(Stamped.firstOfSource(object), object, key2);
}
function slotFrom(held, object, key2) {
  if (held == null) held = anyStrays ? strays.get(object) ?? null : null;
  else if (typeof held == "number") return unpackAt(object, held, key2);
  return held === null || held.key === key2 ? held : findSlotFurther(held, key2);
}
function findFurther(first, key2) {
  if (first.key === -2) return first.byKey[key2] ?? null;
  let slot = first.next;
  for (; slot !== null && slot.key !== key2; ) slot = slot.next;
  return slot;
}
function findSlotFurther(first, key2) {
  let found = findFurther(first, key2);
  return typeof found == "number" ? first.byKey[key2] = unpack(found) : found;
}
function unpackAt(object, word, key2) {
  let owner = ownerOf(word);
  if (owner.key !== key2) return null;
  let slot = owner.unpack(word);
  return Stamped.replace(object, slot), slot;
}
function unpack(word) {
  return ownerOf(word).unpack(word);
}
function canKeepWord(object, key2) {
  let first = Stamped.firstIfAny(object);
  return first === null ? stampsAnything : typeof first != "number" && first.key === -2 && (first.byKey[key2] ?? null) === null;
}
function keepWord(object, key2, word) {
  let first = Stamped.firstIfAny(object);
  return first !== null ? typeof first != "number" && first.key === -2 && keepInTable(first, key2, word) : stampsAnything ? (new Stamped(object, word), !0) : !1;
}
function keepInTable(table, key2, word) {
  return (table.byKey[key2] ?? null) !== null ? !1 : (setInTable(table, key2, word), !0);
}
function replaceWord(object, key2, word) {
  let first = Stamped.first(object);
  typeof first == "number" ? Stamped.replace(object, word) : first.byKey[key2] = word;
}
function slotFor(object, key2) {
  let first = Stamped.firstIfAny(object);
  return first !== null && typeof first != "number" && first.key === key2 ? first : furtherSlotFor(object, first, key2);
}
function firstSlotFor(object, key2) {
  if (Stamped.firstIfAny(object) !== null || !stampsAnything) return null;
  let slot = new Slot(key2, null);
  return new Stamped(object, slot), slot;
}
function otherSlotFor(object, key2) {
  let first = Stamped.firstOfOther(object);
  return first !== null && typeof first != "number" && first.key === key2 ? first : furtherSlotFor(object, first, key2);
}
function furtherSlotFor(object, stamped, key2) {
  let first = typeof stamped == "number" ? unpack(stamped) : stamped;
  return typeof stamped == "number" ? Stamped.replace(object, first) : first === null && anyStrays && (first = strays.get(object) ?? null), first === null ? stampFirst(object, key2) : first.key === key2 ? first : findSlotFurther(first, key2) ?? addFurther(object, first, key2);
}
var stampsAnything = (() => {
  try {
    return new Stamped(Object.freeze({}), new Slot(0, null)), !0;
  } catch {
    return !1;
  }
})();
function stampFirst(object, key2) {
  if (!stampsAnything) return stampOrStray(object, key2);
  let slot = new Slot(key2, null);
  return new Stamped(object, slot), slot;
}
function stampOrStray(object, key2) {
  let slot = new Slot(key2, null);
  try {
    new Stamped(object, slot);
  } catch {
    anyStrays = !0, strays.set(object, slot);
  }
  return slot;
}
function addFurther(object, first, key2) {
  if (first.key === -2) {
    let slot2 = new Slot(key2, null);
    return setInTable(first, key2, slot2), slot2;
  }
  let slot = new Slot(key2, first), length = 0;
  for (let s = slot; s !== null; s = s.next) length++;
  return replaceFirst(object, length > chainLimit ? makeTable(slot) : slot), slot;
}
function replaceFirst(object, first) {
  Stamped.firstIfAny(object) === null ? strays.set(object, first) : Stamped.replace(object, first);
}
function makeTable(first) {
  let table = new SlotTable(-2, null);
  for (let slot = first; slot !== null; slot = slot.next)
    slot.key >= 0 && setInTable(table, slot.key, slot);
  return table;
}
function setInTable({ byKey }, key2, held) {
  for (; byKey.length <= key2; ) byKey[byKey.length] = null;
  byKey[key2] = held;
}
var ValueSlot = class extends Slot {
  value;
  /** Set at each look-up, cleared when an eviction passes: a second chance. */
  used = !0;
  newer = this;
  older = this;
  constructor(key2, time, value) {
    super(key2, null), this.time = time, this.value = value;
  }
}, ValueSlots = class _ValueSlots {
  #key;
  #limit;
  #slots = new OwnMap();
  #size = 0;
  #oldest = null;
  #tombs = null;
  constructor(key2, limit) {
    this.#key = key2, this.#limit = limit;
  }
  /** The same for the next trace; what was evicted is forgotten with the rest. */
  emptied() {
    return this.#size === 0 && this.#tombs === null ? this : new _ValueSlots(this.#key, this.#limit);
  }
  find(value) {
    let slot = this.#slots.get(value);
    return slot === void 0 ? null : (slot.used = !0, slot);
  }
  isBuried(value) {
    if (this.#tombs === null) return !1;
    let bit = hashOf(value) & tombMask;
    return (this.#tombs[bit >>> 5] & 1 << (bit & 31)) !== 0;
  }
  /** Adds a slot for a value that has none, and returns it. Ask `crowded` first. */
  add(value, time) {
    let slot = new ValueSlot(this.#key, time, value), oldest = this.#oldest;
    return oldest === null ? this.#oldest = slot : (slot.older = oldest.older, slot.newer = oldest, oldest.older.newer = slot, oldest.older = slot), this.#slots.set(value, slot), this.#size++, slot;
  }
  get crowded() {
    return this.#size >= this.#limit;
  }
  /** Takes out the slot whose turn it is, leaving a tombstone. */
  evict() {
    let slot = this.#oldest;
    for (; slot.used; )
      slot.used = !1, slot = slot.newer;
    this.#oldest = slot, this.#tombs ??= new Int32Array(tombMask + 1 >>> 5);
    let bit = hashOf(slot.value) & tombMask;
    return this.#tombs[bit >>> 5] = this.#tombs[bit >>> 5] | 1 << (bit & 31), this.remove(slot), slot;
  }
  remove(slot) {
    this.#slots.delete(slot.value), this.#size--, slot.key = -1, this.#oldest === slot && (this.#oldest = slot.newer === slot ? null : slot.newer), slot.older.newer = slot.newer, slot.newer.older = slot.older;
  }
}, tombMask = (1 << 20) - 1;
function hashOf(value) {
  let text = typeof value == "symbol" ? value.description ?? "" : String(value), hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash ^ hash >>> 15;
}

// src/engine/trace/trace-store.ts
function isPlain(event, site) {
  return event < 64 && site >>> 24 === 0;
}
function plainKey(event, site) {
  return (site << 6 | event) + 1;
}
var touchedLimit = 8192, TraceStore = class {
  /** Keys of events and places whose numbers are too large to stand side by side, and the way back. */
  #oddKeys = new OwnMap();
  #oddPairs = [];
  #limit;
  /** The fields of all nodes. Public for algorithm E, which reads them at every event. */
  nodes = new Int32Array(512);
  /** One past the last field in use. */
  #end = 8;
  #firstFree = 0;
  #freeCount = 0;
  #slots = new Int32Array(128);
  #slotMask = 127;
  /** Instances whose trace was cut, or that came into being with the slice of such a one. */
  cuts = 0;
  /** Asked before anybody reads counts, and before a test begins or ends: who puts moves off makes them then. */
  settle = () => {
  };
  /** The current test, 0 outside of tests. */
  #test = 0;
  /** Pairs of a node that instances came to during the current test, or since the last one, and how many were there before. */
  #touched = [];
  /** Pairs of a node and a test that left instances there. */
  #produced = [];
  constructor({ limit = 5e6 } = {}) {
    this.#limit = limit;
  }
  /** Nodes that there are, the root included. */
  get size() {
    return this.settle(), this.#size;
  }
  get #size() {
    return this.#end / 8 - this.#freeCount;
  }
  /** Bytes taken by nodes and their table. */
  get bytes() {
    return this.#slots.byteLength + this.nodes.byteLength;
  }
  /** The number of an event at a place, above 0: the two side by side as long as they fit. */
  key(event, site) {
    return isPlain(event, site) ? plainKey(event, site) : this.#oddKey(event, site);
  }
  #oddKey(event, site) {
    let text = `${event} ${site}`, key2 = this.#oddKeys.get(text);
    return key2 === void 0 && (key2 = 1073741825 + this.#oddPairs.length, this.#oddPairs[this.#oddPairs.length] = { event, site }, this.#oddKeys.set(text, key2)), key2;
  }
  /** `n` instances come into being at a node: at the root, or with the slice of another instance. */
  enter(node, n) {
    node < 0 ? this.cuts += n : this.nodes[node + 3] = this.nodes[node + 3] + n;
  }
  /**
   * Where one instance at a node is after an event at a place, if that is known and was last gone to; else `root`, and
   * nothing has happened. The event must be one that has plain keys. HOT, and small to be inlined.
   */
  pass(from, event, site) {
    let { nodes } = this, to = nodes[from + 4];
    return nodes[to + 6] !== (site << 6 | event) + 1 || site >>> 24 ? 0 : (nodes[from + 3] = nodes[from + 3] - 1, nodes[to + 3] = nodes[to + 3] + 1, to);
  }
  /** The known node of a slice that begins with an event at a place, or `root`. */
  begin(event, site) {
    let { nodes } = this, to = nodes[4];
    return nodes[to + 6] === plainKey(event, site) && isPlain(event, site) ? to : this.recall(0, event, site) ? nodes[4] : 0;
  }
  /** Makes a known successor the one that was last gone to; false when there is none. */
  recall(from, event, site) {
    let { nodes } = this, key2 = plainKey(event, site);
    if (nodes[from + 1] === key2 || !isPlain(event, site)) return !1;
    let found = this.#find(from, key2, 1);
    return nodes[found + 6] !== key2 ? !1 : (nodes[from + 4] = found, !0);
  }
  /** `advance` by an event at a place. */
  follow(from, event, site, n) {
    return this.advance(from, this.key(event, site), n);
  }
  /** Where `n` instances at a node are after a key. A node whose run grows keeps its number: read its state before. */
  advance(from, key2, n) {
    if (from < 0) return -1;
    let { nodes } = this, next = nodes[from + 4];
    return nodes[next + 1] !== key2 ? this.#advanceFurther(from, key2, n) : (nodes[from + 3] = nodes[from + 3] - n, nodes[next + 6] === 0 && this.#touch(next), nodes[next + 3] = nodes[next + 3] + n, next);
  }
  #advanceFurther(from, key2, n) {
    if (this.nodes[from + 1] === key2) return this.#continueRun(from, key2, n, 1);
    let found = this.#find(from, key2, 1), to = found === 0 ? this.#add(from, from, key2, 1) : found;
    return to === -1 ? this.#cut(n) : (this.nodes[from + 4] = to, this.#move(from, to, n), to);
  }
  #continueRun(from, key2, n, more) {
    let { nodes } = this, parent = nodes[from + 0], times2 = nodes[from + 2] + more, found = this.#find(parent, key2, times2), leaves = times2 > 17 && nodes[from + 3] === n && nodes[from + 4] === 0 && (nodes[from + 7] & 2) === 0;
    if (found === 0 && leaves)
      return this.#growRun(from, times2), from;
    let to = found === 0 ? this.#add(from, parent, key2, times2) : found;
    return to === -1 ? this.#cut(n) : (times2 <= 16 && (this.nodes[from + 4] = to), this.#move(from, to, n), leaves && this.#release(from), to);
  }
  /** The same as `more` times `advance` by the key of a node itself, in one. */
  extendRun(node, more, n) {
    return this.#continueRun(node, this.nodes[node + 1], n, more);
  }
  /** Whether a node is of a run so long that its lengths do not stay. */
  isLongRun(node) {
    return this.nodes[node + 2] > 16;
  }
  /** The successor of a node that was last gone to, if that was by the key and not along a run; else 0. */
  peek(node, key2) {
    let { nodes } = this, next = nodes[node + 4];
    return nodes[next + 1] === key2 && nodes[next + 2] === 1 ? next : 0;
  }
  /** `n` instances are at another node, however they came there. */
  shift(from, to, n) {
    from !== to && this.#move(from, to, n);
  }
  /** How many instances are at a node. */
  count(node) {
    return this.nodes[node + 3];
  }
  #growRun(node, times2) {
    let { nodes } = this, moves = times2 >>> 4 !== nodes[node + 2] >>> 4;
    moves && this.#removeSlot(node), nodes[node + 2] = times2, moves && this.#insertSlot(node), nodes[node + 5] = -1, nodes[node + 6] === 0 && this.#pushTouched(node, 0), nodes[node + 6] = -1;
  }
  #move(from, to, n) {
    let { nodes } = this;
    nodes[from + 3] = nodes[from + 3] - n, nodes[to + 6] === 0 && this.#touch(to), nodes[to + 3] = nodes[to + 3] + n;
  }
  #cut(n) {
    return this.cuts += n, -1;
  }
  #hash(parent, key2, times2) {
    let x = Math.imul(parent, 2654435761) ^ Math.imul(key2, 2246822507) ^ Math.imul(times2 >>> 4, 3266489909);
    return x = Math.imul(x ^ x >>> 15, 739982445), (x ^ x >>> 13) & this.#slotMask;
  }
  #hashOf(node) {
    let { nodes } = this;
    return this.#hash(nodes[node + 0], nodes[node + 1], nodes[node + 2]);
  }
  #find(parent, key2, times2) {
    let { nodes } = this, slots = this.#slots, mask = this.#slotMask;
    for (let at = this.#hash(parent, key2, times2); ; at = at + 1 & mask) {
      let node = slots[at];
      if (node === 0) return 0;
      if (nodes[node + 0] === parent && nodes[node + 1] === key2 && nodes[node + 2] === times2)
        return node;
    }
  }
  /** A node, or `cut`. It inherits that a report was made from the prefix that is one event shorter. */
  #add(before, parent, key2, times2) {
    let node = this.#firstFree;
    if (node !== 0)
      this.#firstFree = this.nodes[node + 0], this.#freeCount--;
    else {
      if (this.#size > this.#limit) return -1;
      node = this.#end, node === this.nodes.length && (this.nodes = grown(this.nodes, 8 * (8 + Math.floor(node * 1.5 / 8)))), this.#end += 8;
    }
    let { nodes } = this;
    return nodes[node + 0] = parent, nodes[node + 1] = key2, nodes[node + 2] = times2, nodes[node + 5] = -1, nodes[node + 6] = 0, nodes[node + 7] = nodes[before + 7] & 1, this.#size * 10 > this.#slots.length * 7 ? this.#rebuildSlots() : this.#insertSlot(node), node;
  }
  #release(node) {
    this.#removeSlot(node), this.nodes[node + 1] = 0, this.nodes[node + 0] = this.#firstFree, this.#firstFree = node, this.#freeCount++;
  }
  #insertSlot(node) {
    let at = this.#hashOf(node);
    for (; this.#slots[at] !== 0; ) at = at + 1 & this.#slotMask;
    this.#slots[at] = node;
  }
  /** Closes the gap: whatever stands behind it and would no longer be found moves up. */
  #removeSlot(node) {
    let slots = this.#slots, mask = this.#slotMask, gap = this.#hashOf(node);
    for (; slots[gap] !== node; ) gap = gap + 1 & mask;
    for (let at = gap + 1 & mask; slots[at] !== 0; at = at + 1 & mask) {
      let home = this.#hashOf(slots[at]);
      (at - home & mask) < (at - gap & mask) || (slots[gap] = slots[at], gap = at);
    }
    slots[gap] = 0;
  }
  #rebuildSlots() {
    this.#slots = new Int32Array(this.#slots.length * 2), this.#slotMask = this.#slots.length - 1;
    for (let node = 8; node < this.#end; node += 8)
      this.nodes[node + 1] !== 0 && this.#insertSlot(node);
  }
  // Reports and tests.
  /** A report was made of instances at a node. */
  markReported(node) {
    node > 0 && (this.nodes[node + 7] = this.nodes[node + 7] | 1);
  }
  /** For whoever reports one instance at a node and not another: what was reported of a prefix holds after it. */
  inherit(from, to) {
    from < 0 || to <= 0 || (this.nodes[to + 7] = this.nodes[to + 7] | this.nodes[from + 7] & 1);
  }
  /** A trace has ended at a node, as selection sees it: how many had before, counted up to two. */
  end(node) {
    let marks = this.nodes[node + 7], ended = (marks & 4) === 0 ? 0 : (marks & 8) === 0 ? 1 : 2;
    return ended < 2 && (this.nodes[node + 7] = marks | 2 | (ended === 0 ? 4 : 8)), ended;
  }
  /**
   * A test begins; its number is above 0. When it ends, the nodes where it left instances are known: those with more of
   * them than before. (An instance of an earlier test that moves on during this one can hide one that comes to the same
   * node; a test is never credited with a trace that it did not leave behind.)
   */
  enterTest(test) {
    this.settle(), this.leaveTest(), this.#forgetTouched(), this.#test = test;
  }
  leaveTest() {
    if (this.#test === 0) return;
    this.settle();
    let { nodes } = this, touched = this.#touched, produced = this.#produced;
    for (let i = 0; i < touched.length; i += 2) {
      let node = touched[i];
      nodes[node + 1] === 0 || nodes[node + 3] <= touched[i + 1] || (produced[produced.length] = node, produced[produced.length] = this.#test, nodes[node + 7] = nodes[node + 7] | 2);
    }
    this.#forgetTouched(), this.#test = 0;
  }
  #touch(node) {
    this.#pushTouched(node, this.nodes[node + 3]), this.nodes[node + 6] = -1, this.nodes[node + 5] >= 0 && this.makeKnown(node);
  }
  /** Nothing is to be said of instances that come to a node where one is. */
  makeKnown(node) {
    let key2 = this.nodes[node + 1];
    key2 < 1073741825 && node <= 8388600 && (this.nodes[node + 6] = key2);
  }
  #pushTouched(node, before) {
    let touched = this.#touched;
    this.#test === 0 && touched.length >= touchedLimit || (touched[touched.length] = node, touched[touched.length] = before);
  }
  /** No instance has come anywhere yet. */
  #forgetTouched() {
    let { nodes } = this, touched = this.#touched;
    if (this.#test === 0 && touched.length >= touchedLimit)
      for (let node = 0; node < this.#end; node += 8) nodes[node + 6] = 0;
    else for (let i = 0; i < touched.length; i += 2) nodes[touched[i] + 6] = 0;
    this.#touched = [];
  }
  // Reading.
  /** The traces that instances ended with, each once, in no particular order. */
  each(visit) {
    this.settle();
    for (let node = 8; node < this.#end; node += 8) {
      let count2 = this.nodes[node + 3];
      count2 > 0 && this.nodes[node + 1] !== 0 && visit(node, count2);
    }
  }
  /** All nodes but the root, in no particular order. */
  eachNode(visit) {
    this.settle();
    for (let node = 8; node < this.#end; node += 8) this.nodes[node + 1] !== 0 && visit(node);
  }
  /** The slice that a node stands for. */
  steps(node) {
    let length = 0;
    for (let at = node; at > 0; at = this.parent(at)) length++;
    let steps = [];
    for (let at = node, i = length - 1; i >= 0; at = this.parent(at), i--)
      steps[i] = { event: this.event(at), site: this.site(at), times: this.times(at) };
    return steps;
  }
  /** How many events a node's slice has. */
  length(node) {
    let length = 0;
    for (let at = node; at > 0; at = this.parent(at)) length += this.times(at);
    return length;
  }
  parent(node) {
    return this.nodes[node + 0];
  }
  times(node) {
    return this.nodes[node + 2];
  }
  event(node) {
    return this.eventOf(this.nodes[node + 1]);
  }
  eventOf(key2) {
    return key2 < 1073741825 ? key2 - 1 & 63 : this.#oddPairs[key2 - 1073741825].event;
  }
  site(node) {
    let key2 = this.nodes[node + 1];
    return key2 < 1073741825 ? key2 - 1 >>> 6 : this.#oddPairs[key2 - 1073741825].site;
  }
  /** Whether a report was made of a prefix of the node's slice. */
  wasReported(node) {
    return (this.nodes[node + 7] & 1) !== 0;
  }
  /** Which tests left instances where: their numbers by `rank` of the node, ascending and without duplicates. */
  testsByNode() {
    let tests = [], produced = this.#produced;
    for (let i = 0; i < produced.length; i += 2) {
      let known = tests[rank(produced[i])] ??= [];
      known[known.length - 1] !== produced[i + 1] && (known[known.length] = produced[i + 1]);
    }
    return tests;
  }
};
function hasPlainKeys(event) {
  return event < 64;
}
function rank(node) {
  return node >>> 3;
}
function ranked(rank2) {
  return rank2 << 3;
}
function grown(array, length) {
  let larger = new Int32Array(length);
  return larger.set(array), larger;
}

// src/engine/d/groups.ts
var Group = class {
  /** Meaningful at the outermost level only. */
  state;
  n = 0;
  set;
  /** The group of the same set that this one became part of. */
  merged = null;
  /** The group of the next outer level that this one is in; null at the outermost. */
  parent;
  next = null;
  /** For algorithm E: up to where it has taken the set's log. */
  taken = 0;
  /** Who points here or below; kept only where reports must name instances. */
  members = null;
  constructor(set, state, parent) {
    this.set = set, this.state = state, this.parent = parent;
  }
}, SetLog = class {
  /** The last of them, in the stepping's logs. */
  last = 0;
  /** Whether the next broadcast is to be taken at once. */
  prompt = !0;
  /** How many more groups are made before equal ones are joined. */
  room;
  constructor(room) {
    this.room = room;
  }
}, restless = -1, GroupSet = class {
  /** First what most broadcasts ask for: it shares a cache line. */
  constructor(domain, level, site, outer, next, p0, p1, p2, p3) {
    let prefix = domain.levels[level];
    this.domain = domain, this.level = level, this.next = next, this.steady = restless, this.steadyGroups = 0, this.groups = null, this.outer = outer, this.site = site, this.lone = null, this.log = null, this.p0 = (prefix & 1) === 0 ? null : p0, this.p1 = (prefix & 2) === 0 ? null : p1, this.p2 = (prefix & 4) === 0 ? null : p2, this.p3 = (prefix & 8) === 0 ? null : p3;
  }
};
function canonical(group) {
  let found = group;
  for (; found.merged !== null; )
    found.merged.merged !== null && (found.merged = found.merged.merged), found = found.merged;
  return found;
}
function outermost(group) {
  let found = group;
  for (; found.parent !== null; ) {
    let parent = canonical(found.parent);
    found.parent = parent, found = parent;
  }
  return found;
}
function link(set, group) {
  group.next = set.groups, set.groups = group, set.steady = restless;
}
function groupFor(set, state) {
  let empty = null;
  for (let group2 = set.groups; group2 !== null; group2 = group2.next)
    if (group2.n === 0) empty = group2;
    else if ((group2.parent === null ? group2 : outermost(group2)).state === state) return group2;
  let parent = set.outer === null ? null : groupFor(set.outer, state);
  if (empty !== null)
    return empty.state = state, empty.parent = parent, set.steady = restless, empty;
  let group = new Group(set, state, parent);
  return link(set, group), group;
}
function count(group, change) {
  for (let g = group; g !== null; g = g.parent === null ? null : canonical(g.parent))
    g.n += change, g.set.steady = restless;
}
function enroll(group, monitor2, enters) {
  for (let g = group; g !== null; g = g.parent === null ? null : canonical(g.parent))
    enters ? (g.members ??= /* @__PURE__ */ new Set()).add(monitor2) : g.members?.delete(monitor2);
}
function detach(group) {
  if (group.parent === null) return;
  let parent = canonical(group.parent);
  if (count(parent, -group.n), group.members !== null) for (let monitor2 of group.members) enroll(parent, monitor2, !1);
  group.parent = null;
}
function attach(group, parent) {
  if (group.parent = parent, count(parent, group.n), group.members !== null) for (let monitor2 of group.members) enroll(parent, monitor2, !0);
}
function merge(kept, other) {
  if (other.n <= kept.n)
    return dissolve(other, kept), kept;
  let set = kept.set, { next } = kept;
  if (set.groups === kept) set.groups = other;
  else {
    let before = set.groups;
    for (; before.next !== kept; ) before = before.next;
    before.next = other;
  }
  let { parent } = kept;
  return other.next = next, other.state = kept.state, detach(other), parent !== null && attach(other, canonical(parent)), dissolve(kept, other), other;
}
function dissolve(group, into) {
  if (detach(group), count(into, group.n), group.members !== null) for (let monitor2 of group.members) enroll(into, monitor2, !0);
  group.members = null, group.next = null, group.merged = into;
}

// src/engine/d/monitors.ts
var { max } = Math;
function slotOf({ domain, leaf, others }, parameter) {
  return parameter === domain.leaf ? leaf : others === null ? null : slotAt(others, parameter);
}
function agreesBesidesLeaf({ domain, others }, set, p0, p1, p2, p3) {
  return (set & ~domain.set) !== 0 ? !1 : others === null || agrees(others, set & domain.rest, p0, p1, p2, p3);
}
var FurtherMonitor = class {
  group = null;
  more = null;
  constructor(domain, leaf, others, sibling, time, site, state) {
    this.domain = domain, this.leaf = leaf, this.others = others, this.sibling = sibling, this.time = time, this.site = site, this.state = state;
  }
}, OwnParts = class {
  variables;
  node;
  constructor(variables, node) {
    this.variables = variables, this.node = node;
  }
};
function stateOf(monitor2) {
  return monitor2.group === null ? monitor2.state : outermost(canonical(monitor2.group)).state;
}
function makeIndex(leaf) {
  let index = new OwnMap();
  for (let monitor2 = firstInstance(leaf); monitor2 !== null; monitor2 = monitor2.sibling) addToIndex(index, monitor2);
  return index;
}
function addToIndex(index, monitor2) {
  let key2 = slotOf(monitor2, monitor2.domain.other), list = index.get(key2);
  list === void 0 ? index.set(key2, [monitor2]) : list[list.length] = monitor2;
}
function lookupInIndex(index, domain, p0, p1, p2, p3) {
  let { other } = domain, list = index.get(other === 0 ? p0 : other === 1 ? p1 : other === 2 ? p2 : p3);
  if (list === void 0) return null;
  for (let i = 0; i < list.length; i++) {
    let monitor2 = list[i];
    if (monitor2.domain === domain && agreesBesidesLeaf(monitor2, domain.set, p0, p1, p2, p3)) return monitor2;
  }
  return null;
}
var canary = new WeakRef({}), collections = 0;
function countCollections() {
  return canary.deref() === void 0 && (canary = new WeakRef({}), collections++), collections;
}
var Roster = class {
  p0;
  p1;
  p2;
  p3;
  domain;
  set;
  weak;
  next;
  members = [];
  sweepAt = 16;
  sweptAt = collections;
  constructor(domain, set, next, p0, p1, p2, p3) {
    this.p0 = p0, this.p1 = p1, this.p2 = p2, this.p3 = p3, this.domain = domain, this.set = set, this.weak = domain.needsLeaf, this.next = next;
  }
  add(monitor2) {
    (this.members.length >= this.sweepAt || this.weak && countCollections() !== this.sweptAt) && this.sweep(), this.members[this.members.length] = this.weak ? new WeakRef(monitor2) : monitor2;
  }
  /** The instance at an index of `members`, or of an array that was `members` when a walk began. */
  instance(members, index) {
    let member = members[index];
    return this.weak ? member.deref() : member;
  }
  /** Replaces the array, so that a walk over it that is under way goes on undisturbed. */
  sweep() {
    let kept = [];
    for (let i = 0; i < this.members.length; i++) {
      let monitor2 = this.instance(this.members, i);
      monitor2 !== void 0 && stateOf(monitor2) !== monitor2.domain.transitions.dead && (kept[kept.length] = this.members[i]);
    }
    this.members = kept, this.sweptAt = collections, this.sweepAt = max(16, kept.length * 2);
  }
};

// src/engine/d/stepping.ts
var Stepping = class {
  spec;
  tally;
  counts;
  reporting;
  identify;
  #collects;
  #releases;
  /** What the last call of `step` reports, as bits. */
  fired = 0;
  constructor({ spec, tally, reporting, collects, identify }) {
    this.spec = spec, this.tally = tally, this.counts = tally.counts, this.reporting = reporting, this.identify = identify, this.#collects = collects, this.#releases = collects && spec.handler === void 0;
  }
  /** Where `n` monitors in a state are after the event; sets `fired`. */
  step(domain, state, event, site, n) {
    let { rows, transitions } = domain;
    if (this.counts.steps++, rows !== null) {
      let to2 = rows[state + event];
      return to2 >= 0 ? (this.fired = 0, to2) : (this.fired = domain.fires[state + event], ~to2);
    }
    if (transitions.kind === "table") return state;
    let to = transitions.step(state, event, site, n);
    return this.fired = transitions.fires(state, to), this.#collects && !transitions.live(to) ? transitions.dead : to;
  }
  /** Ends the monitors that can report nothing without further events of a dead parameter. */
  release(parameter, slot) {
    this.#releases && this.#endAt(slot, 1 << parameter);
  }
  /** Ends all monitors that bind an evicted value: what they missed cannot be known. */
  silence(slot) {
    this.#endAt(slot, 0);
  }
  /** Ends the monitors that bind a slot's value and need one of the parameters `dead`; 0 means all of them. */
  #endAt(slot, dead2) {
    let ends = (domain, state) => dead2 === 0 || (needs(domain, state) & dead2) !== 0;
    for (let monitor2 = firstInstance(slot); monitor2 !== null; monitor2 = monitor2.sibling)
      ends(monitor2.domain, stateOf(monitor2)) && this.#end(monitor2);
    for (let set = slot.sets; set !== null; set = set.next)
      for (let group = set.groups; group !== null; group = group.next)
        group.n > 0 && ends(set.domain, outermost(group).state) && this.#endGroup(set, group);
    for (let roster = slot.more === null ? null : slot.more.rosters; roster !== null; roster = roster.next)
      for (let i = 0; i < roster.members.length; i++) {
        let monitor2 = roster.instance(roster.members, i);
        monitor2 !== void 0 && ends(monitor2.domain, stateOf(monitor2)) && this.#end(monitor2);
      }
  }
  #end(monitor2) {
    let { domain } = monitor2;
    if (stateOf(monitor2) !== domain.dead) {
      if (monitor2.group !== null) {
        let group = canonical(monitor2.group);
        count(group, -1), this.identify && enroll(group, monitor2, !1), monitor2.group = null;
      }
      monitor2.state = domain.dead, monitor2.more !== null && (monitor2.more.own = null), this.tally.collect(1);
    }
  }
  #endGroup(set, group) {
    outermost(group).state !== set.domain.dead && (this.tally.collect(group.n), this.bury(group));
  }
  /** Ends all monitors of a group. */
  bury(group) {
    detach(group), group.state = group.set.domain.dead, group.set.steady = restless, group.members = null;
  }
};
function needs({ transitions }, state) {
  return transitions.kind === "table" ? transitions.needs[state] : transitions.needs;
}

// src/engine/d/group-stepping.ts
var GroupStepping = class extends Stepping {
  instances;
  constructor(options2, instances) {
    super(options2), this.instances = instances;
  }
  take(monitor2, event, site, a, b, c, d) {
    let { domain } = monitor2, group = monitor2.group;
    if (group === null) {
      let state2 = monitor2.state, to2 = this.step(domain, state2, event, site, 1);
      if (to2 === state2 && this.fired === 0 && (domain.levels.length === 0 || state2 === domain.dead)) return;
      this.fired !== 0 && this.reporting.report(monitor2, event, site, this.fired, a, b, c, d), monitor2.state = to2, to2 === domain.dead ? this.tally.collect(1) : domain.levels.length > 0 && this.instances.place(monitor2);
      return;
    }
    group.merged !== null && (monitor2.group = group = canonical(group));
    let state = group.parent === null ? group.state : outermost(group).state, to = this.step(domain, state, event, site, 1);
    this.fired !== 0 && this.reporting.report(monitor2, event, site, this.fired, a, b, c, d), to !== state && (count(group, -1), this.identify && enroll(group, monitor2, !1), to === domain.dead ? (monitor2.group = null, monitor2.state = to, this.tally.collect(1)) : this.instances.enter(monitor2, group.set, to));
  }
  /** All groups of a set take the event. */
  broadcast(set, event, site, a, b, c, d) {
    let { domain, outer } = set;
    if (outer === null && domain.rows !== null && this.#staysPut(set, domain.rows, event)) return;
    set.steady = restless;
    let group = set.groups;
    for (set.groups = null; group !== null; ) {
      let next = group.next;
      group.next = null, group.n > 0 ? this.#move(set, domain, outer, group, event, site, a, b, c, d) : link(set, group), group = next;
    }
  }
  /** Whether an event leaves all groups of an outermost set as they are; then they have taken it. */
  #staysPut(set, rows, event) {
    let steps = 0;
    for (let group = set.groups; group !== null; group = group.next) {
      let state = group.state;
      if (!(group.n === 0 || state === set.domain.dead)) {
        if (rows[state + event] !== state) return !1;
        steps++;
      }
    }
    return this.counts.steps += steps, set.steady = event, set.steadyGroups = steps, !0;
  }
  /** A group that was taken out of its set takes the event. */
  #move(set, domain, outer, group, event, site, a, b, c, d) {
    let state = outermost(group).state;
    if (state === domain.dead) {
      this.bury(group);
      return;
    }
    let to = this.step(domain, state, event, site, group.n);
    if (this.fired !== 0 && this.reporting.reportGroup(domain, group, event, site, this.fired, a, b, c, d), to === domain.dead) {
      this.tally.collect(group.n), this.bury(group);
      return;
    }
    let other = this.groupIn(set, to);
    if (other !== null) {
      merge(other, group);
      return;
    }
    to !== state && (outer === null ? group.state = to : (detach(group), attach(group, groupFor(outer, to)))), link(set, group);
  }
  /** The group of a set that a group which comes to a state becomes part of, or null. */
  groupIn(set, state) {
    for (let group = set.groups; group !== null; group = group.next)
      if (group.n > 0 && outermost(group).state === state) return group;
    return null;
  }
};

// src/engine/d/individual-stepping.ts
var IndividualStepping = class extends Stepping {
  #authored;
  #traces;
  #clock;
  constructor(options2, authored, traces, clock) {
    super(options2), this.#authored = authored, this.#traces = traces, this.#clock = clock;
  }
  /** What a monitor has from its creation on. */
  begin(monitor2) {
    extrasOf(monitor2).own = new OwnParts(this.#authored.freshVariables(), 0), this.#traces?.enter(0, 1);
  }
  /** What a monitor takes over from the one that it grows out of. */
  copy(from, to) {
    let own = from.more === null ? null : from.more.own;
    own !== null && (extrasOf(to).own = new OwnParts(this.#authored.copyVariables(own.variables), own.node), this.#traces?.enter(own.node, 1));
  }
  broadcast(roster, event, site, a, b, c, d) {
    let { members } = roster, length = members.length;
    for (let i = 0; i < length; i++) {
      let monitor2 = roster.instance(members, i);
      monitor2 !== void 0 && this.take(monitor2, event, site, a, b, c, d);
    }
  }
  take(monitor2, event, site, a, b, c, d) {
    let { domain } = monitor2;
    if (monitor2.state === domain.dead) return;
    let own = extrasOf(monitor2).own ??= new OwnParts(void 0, 0), context = this.#authored.context();
    this.#traces !== void 0 && extend(own, this.#traces, event, site), this.spec.events[event].action !== void 0 && this.#act(own, event, context);
    let to = this.step(domain, monitor2.state, event, site, 1);
    this.fired !== 0 && this.#judge(monitor2, own, event, site, this.fired, context, a, b, c, d) && (to = resetState(domain, monitor2.state, event)), to !== monitor2.state && (monitor2.state = to, to === domain.dead && (own.variables = void 0, this.tally.collect(1)));
  }
  #act(own, event, context) {
    let clock = this.#clock;
    if (clock === void 0) return this.#authored.act(event, own.variables, context);
    let begin = clock();
    this.#authored.act(event, own.variables, context), this.counts.time.authored += clock() - begin;
  }
  /** Asks the handler about each category, reports what it lets through, and tells whether it reset the monitor. */
  #judge(monitor2, own, event, site, fired, context, a, b, c, d) {
    let clock = this.#clock, reset = !1;
    for (let category = 0; fired >> category !== 0; category++) {
      if ((fired >> category & 1) === 0) continue;
      let begin = clock === void 0 ? 0 : clock(), outcome = this.#authored.handle(category, own.variables, context);
      clock !== void 0 && (this.counts.time.authored += clock() - begin), outcome.reset && (reset = !0), outcome.report && this.reporting.report(monitor2, event, site, 1 << category, a, b, c, d);
    }
    return reset;
  }
};
function extend(own, traces, event, site) {
  let from = own.node;
  own.node = traces.advance(from, traces.key(event, site), 1), traces.inherit(from, own.node);
}
function resetState({ transitions }, state, event) {
  return transitions.kind === "table" ? transitions.resets[state + event] : transitions.reset(state, event);
}

// src/engine/identity.ts
function isObject(value) {
  return typeof value == "object" && value !== null || typeof value == "function";
}
function isBytes(value) {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}
function contentKey(bytes) {
  return (ArrayBuffer.isView(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(bytes)).toString("latin1");
}

// src/engine/d/words.ts
var siteBits = 10, stateBitsLimit = 10, bitsFor = (rows) => 32 - Math.clz32(rows.length - 1), fitsWords = ({ rows }) => rows !== null && bitsFor(rows) <= stateBitsLimit, Words = class {
  key;
  #domain;
  /** When the trace began: instances of one domain need no times to be told apart. */
  #since;
  #stateBits;
  stateMask;
  /** What is below the prefix of a word. */
  bits;
  /** What all words have above their `bits`; `unowned` while there are none. */
  prefix = -1;
  /** Creation sites by index, and back. */
  #sites = [];
  #indexes = new OwnMap();
  /** The last site that was asked for, and the word of its instances in state 0. */
  #lastSite = -1;
  #lastWord = -1;
  constructor(key2, domain, since) {
    this.key = key2, this.#domain = domain, this.#since = since, this.#stateBits = bitsFor(domain.rows), this.stateMask = (1 << this.#stateBits) - 1, this.bits = this.#stateBits + siteBits;
  }
  /** The word of an instance that was created at a site, or `unowned`. */
  pack(site, state) {
    return site !== this.#lastSite && (this.#lastWord = this.#firstWordOf(this.#lastSite = site)), this.#lastWord === -1 ? -1 : this.#lastWord | state;
  }
  #firstWordOf(site) {
    let index = this.#indexes.get(site);
    if (index === void 0) {
      if (index = this.#sites.length, index === 0 && (this.prefix = allotWords(this, this.bits)), index === 1 << siteBits || this.prefix === -1) return -1;
      this.#sites[index] = site, this.#indexes.set(site, index);
    }
    return this.prefix << this.bits | index << this.#stateBits;
  }
  unpack(word) {
    let slot = new Slot(this.key, null);
    return slot.time = this.#since, slot.domain = this.#domain, slot.state = word & this.stateMask, slot.site = this.#sites[word >>> this.#stateBits & (1 << siteBits) - 1], slot;
  }
};

// src/engine/d/instances.ts
var defaultValueLimit = 1e5, walkLimit = 32, nothing = new Others(0, null, null, null, null), nextKey = 0, Instances = class {
  /** When the trace under way began. Slots of an earlier time are void. */
  since = 1;
  /** Of the slots of the first parameter; those of the others follow. */
  firstKey;
  /** Whether slots keep their values, or the death of these is an event. */
  watches;
  /** The domain whose instances may be words, if there is one. */
  packable;
  /** Null where they are not a state and a site. */
  words;
  /** The instance without parameters. */
  root = null;
  /** Group sets and rosters of the empty set of parameters. */
  sets = null;
  rosters = null;
  #plan;
  #counts;
  #identify;
  #groupFor;
  #onEviction;
  /** By parameter: whether byte arrays count by content. */
  #byContent;
  #values;
  #deaths;
  /** Source of 𝒯 and `disable`; 0 stands for "never". */
  #time = 1;
  /** The sets of the empty set of parameters by creation site and domain, and the last that was asked for. */
  #setsBySite = new OwnMap();
  #lastSet = null;
  constructor({ spec, plan, counts, identify, packs, valueLimit, groupFor: groupFor2, onDeath, onEviction }) {
    this.#plan = plan, this.#counts = counts, this.#identify = identify, this.#groupFor = groupFor2, this.#onEviction = onEviction, this.firstKey = nextKey, nextKey += spec.parameters.length, this.#byContent = spec.parameters.map(({ kind }) => kind === "bytes"), this.#values = spec.parameters.map(
      ({ kind }, p) => new ValueSlots(this.firstKey + p, kind === "object" ? 1 / 0 : valueLimit ?? defaultValueLimit)
    ), this.#deaths = plan.deaths.some((events) => events.length > 0) ? new FinalizationRegistry((slot) => {
      slot.time >= this.since && slot.key !== -1 && onDeath(slot.key - this.firstKey, slot);
    }) : void 0, this.watches = identify || plan.named !== 0 || this.#deaths !== void 0, this.packable = packs && !this.watches ? plan.packable : void 0, this.words = this.packable !== void 0 && fitsWords(this.packable) ? new Words(this.firstKey + this.packable.leaf, this.packable, this.since) : null;
  }
  // Slots: what is known of a value.
  /** The slot of a value that was seen in this trace, or null. */
  find(parameter, value) {
    let slot = isObject(value) && !(this.#byContent[parameter] && isBytes(value)) ? findSlot(value, this.firstKey + parameter) : this.#values[parameter].find(this.#keyOf(parameter, value));
    return slot !== null && slot.time >= this.since ? slot : null;
  }
  /** The slot of a value, made when there is none; null for a value that was evicted. */
  introduce(parameter, value) {
    if (!isObject(value) || this.#byContent[parameter] && isBytes(value))
      return this.#introduceValue(parameter, this.#keyOf(parameter, value), value);
    let slot = otherSlotFor(value, this.firstKey + parameter);
    return slot.time < this.since && this.begin(slot, parameter, value), slot;
  }
  /** Makes a slot, fresh or of an earlier trace, one of this trace. */
  begin(slot, parameter, value) {
    let fresh = slot.time === 0;
    slot.time = this.since, fresh || (slot.domain = null, slot.group = null, slot.others = null, slot.sets = null, slot.more = null), this.watches && (fresh && this.#plan.deaths[parameter].length > 0 && this.#deaths.register(value, slot), this.#remember(parameter, slot, value, !0));
  }
  /** A value is dead: nothing finds its slot again. */
  forget(parameter, slot, value) {
    isObject(value) ? slot.key = -1 : this.#values[parameter].remove(slot);
  }
  /** What a value that no slot can be stamped on is known by. */
  #keyOf(parameter, value) {
    return this.#byContent[parameter] ? isBytes(value) ? `bytes ${contentKey(value)}` : typeof value == "string" ? `text ${value}` : value : value;
  }
  #introduceValue(parameter, key2, value) {
    let values = this.#values[parameter], found = values.find(key2);
    if (found !== null) return found;
    if (values.isBuried(key2)) return null;
    if (values.crowded) {
      let counts = this.#counts;
      counts.evicted = (counts.evicted ?? 0) + 1, this.#onEviction(values.evict());
    }
    let slot = values.add(key2, this.since);
    return this.#remember(parameter, slot, value, !1), slot;
  }
  #remember(parameter, slot, value, object) {
    let named = (this.#plan.named & 1 << parameter) !== 0;
    this.#identify || !object && named ? extrasOf(slot).value = value : named && (extrasOf(slot).value = new WeakRef(value));
  }
  // Δ: instances by binding.
  /** Δ(θ) for the part of a binding that is of the domain, or null. */
  lookup(domain, p0, p1, p2, p3) {
    let { set, leaf } = domain;
    if (leaf === -1) return this.root;
    let slot = leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3;
    if (slot.more !== null && slot.more.index !== null) return lookupInIndex(slot.more.index, domain, p0, p1, p2, p3);
    let walked = 0;
    for (let monitor2 = firstInstance(slot); monitor2 !== null; monitor2 = monitor2.sibling) {
      if (monitor2.domain === domain && agreesBesidesLeaf(monitor2, set, p0, p1, p2, p3)) return monitor2;
      walked++;
    }
    return walked > walkLimit && (extrasOf(slot).index = makeIndex(slot)), null;
  }
  /** Δ(θ) ← a monitor in a state. It is in no group yet. */
  add(domain, p0, p1, p2, p3, time, site, state) {
    this.#counts.monitors++;
    let { leaf, transitions } = domain;
    if (transitions.kind === "opaque" && transitions.enter(state), leaf === -1) return this.root = new FurtherMonitor(domain, null, null, null, time, site, state);
    let slot = leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3, { rest } = domain, others = null;
    domain.shared ? others = this.setOf(domain, domain.levels.length - 1, site, p0, p1, p2, p3) : rest !== 0 && (others = new Others(rest, p0, p1, p2, p3));
    let monitor2;
    slot.domain === null ? (slot.domain = domain, slot.others = others, slot.time = time, slot.site = site, slot.state = state, monitor2 = slot) : (monitor2 = new FurtherMonitor(domain, slot, others, slot.sibling, time, site, state), slot.sibling = monitor2), slot.more !== null && slot.more.index !== null && addToIndex(slot.more.index, monitor2);
    let { rosters } = domain;
    for (let i = 0; i < rosters.length; i++) this.enlist(monitor2, rosters[i]);
    return monitor2;
  }
  /** Marks a binding as one without a monitor: with one that is dead from the beginning and counts nowhere. */
  skip(domain, p0, p1, p2, p3) {
    let { leaf, rest, dead: dead2 } = domain, slot = leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3, others = rest === 0 ? null : new Others(rest, p0, p1, p2, p3), mark = slot;
    slot.domain === null ? (slot.domain = domain, slot.others = others, slot.state = dead2) : (mark = new FurtherMonitor(domain, slot, others, slot.sibling, this.#time, 0, dead2), slot.sibling = mark), slot.more !== null && slot.more.index !== null && addToIndex(slot.more.index, mark);
  }
  /** The same for an object that this trace has not met, and the others that an event binds besides. */
  skipFirst(domain, value, a, b, c, d) {
    let { leaf, rest, dead: dead2 } = domain, slot = slotFor(value, this.firstKey + leaf);
    if (this.begin(slot, leaf, value), rest !== 0) {
      let p0 = (rest & 1) === 0 ? null : this.introduce(0, a), p1 = (rest & 2) === 0 ? null : this.introduce(1, b), p2 = (rest & 4) === 0 ? null : this.introduce(2, c), p3 = (rest & 8) === 0 ? null : this.introduce(3, d);
      slot.others = new Others(rest, p0, p1, p2, p3);
    }
    slot.domain = domain, slot.state = dead2;
  }
  /** Whether an event of this trace has met an object in the role of a parameter. */
  knows(parameter, value) {
    let slot = findSlot(value, this.firstKey + parameter);
    return slot !== null && slot.time >= this.since;
  }
  /** The only instance of an object, as a word; false where it has to be a slot. */
  createWord(key2, object, word) {
    if (word === -1 || !keepWord(object, key2, word)) return !1;
    let counts = this.#counts;
    return counts.steps++, counts.monitors++, !0;
  }
  /** The first instance at a slot, which goes at once to where its creation leads: nothing can be there to be found. */
  create(domain, slot, to, site) {
    let counts = this.#counts;
    counts.steps++, counts.monitors++, slot.domain = domain, slot.time = this.#time++, slot.site = site, slot.state = to;
  }
  /** The same for one with other parameters, or in a group. */
  createAmong(domain, slot, to, site, a, b, c, d) {
    let { rest, levels: levels2 } = domain, p0 = null, p1 = null, p2 = null, p3 = null;
    if ((rest & 1) !== 0 && (p0 = this.introduce(0, a)) === null || (rest & 2) !== 0 && (p1 = this.introduce(1, b)) === null || (rest & 4) !== 0 && (p2 = this.introduce(2, c)) === null || (rest & 8) !== 0 && (p3 = this.introduce(3, d)) === null) return;
    this.create(domain, slot, to, site);
    let set = levels2.length === 0 ? null : this.setOf(domain, levels2.length - 1, site, p0, p1, p2, p3);
    rest !== 0 && (slot.others = domain.shared ? set : new Others(rest, p0, p1, p2, p3)), set !== null && this.enter(slot, set, to);
  }
  // 𝒰: instances above a binding, in groups or listed.
  /** Puts a monitor with a state of its own into the group of that state, where its domain has groups. */
  place(monitor2) {
    let { domain, others, site, leaf } = monitor2, { levels: levels2 } = domain;
    if (levels2.length === 0) return;
    if (domain.shared) return this.enter(monitor2, others, monitor2.state);
    let at = leaf === null || others === null ? nothing : others;
    this.enter(monitor2, this.setOf(domain, levels2.length - 1, site, at.p0, at.p1, at.p2, at.p3), monitor2.state);
  }
  enter(monitor2, set, state) {
    let group = this.#groupFor(set, state, monitor2);
    if (group === null) {
      monitor2.state = state, monitor2.group = null;
      return;
    }
    count(group, 1), this.#identify && enroll(group, monitor2, !0), monitor2.group = group;
  }
  /** The group set of instances at a level, made when there is none. No level has the leaf in it. */
  setOf(domain, level, creationSite, p0, p1, p2, p3) {
    let site = this.#plan.sited ? creationSite : 0, leaf = domain.levelLeaves[level];
    if (leaf === -1) return this.rootSetOf(domain, site);
    let slot = leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3, prefix = domain.levels[level], alone = prefix === 1 << leaf;
    for (let set = slot.sets; set !== null; set = set.next)
      if (!(set.domain !== domain || set.level !== level || set.site !== site) && (alone || agrees(set, prefix, p0, p1, p2, p3)))
        return set;
    let outer = level === 0 ? null : this.setOf(domain, level - 1, site, p0, p1, p2, p3);
    return slot.sets = new GroupSet(domain, level, site, outer, slot.sets, p0, p1, p2, p3);
  }
  /** The same for the level without parameters. There are as many as creation sites. */
  rootSetOf(domain, site) {
    let last = this.#lastSet;
    if (last !== null && last.site === site && last.domain === domain) return last;
    let key2 = site * 16 + domain.set, set = this.#setsBySite.get(key2);
    return set === void 0 && (this.sets = set = new GroupSet(domain, 0, site, null, this.sets, null, null, null, null), this.#setsBySite.set(key2, set)), this.#lastSet = set;
  }
  /** The instances of a domain that agree with a binding on `part`, or null. */
  rosterOf(domain, part, p0, p1, p2, p3) {
    let leaf = this.#plan.leaves[part], slot = leaf === -1 ? null : leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3, roster = slot === null ? this.rosters : slot.more === null ? null : slot.more.rosters;
    for (; roster !== null; ) {
      if (roster.domain === domain && roster.set === part && agrees(roster, part, p0, p1, p2, p3)) return roster;
      roster = roster.next;
    }
    return null;
  }
  enlist(monitor2, part) {
    let { domain } = monitor2, p0 = slotOf(monitor2, 0), p1 = slotOf(monitor2, 1), p2 = slotOf(monitor2, 2), p3 = slotOf(monitor2, 3), roster = this.rosterOf(domain, part, p0, p1, p2, p3);
    if (roster === null) {
      let leaf = this.#plan.leaves[part];
      if (leaf === -1)
        roster = new Roster(domain, part, this.rosters, p0, p1, p2, p3), this.rosters = roster;
      else {
        let extras = extrasOf(slotOf(monitor2, leaf));
        roster = new Roster(domain, part, extras.rosters, p0, p1, p2, p3), extras.rosters = roster;
      }
    }
    roster.add(monitor2);
  }
  // 𝒯 and `disable`.
  /** The time, which goes on. */
  tick() {
    return this.#time++;
  }
  /** disable(θ) of a part of a binding; 0 when it was never set. */
  disabled(part, p0, p1, p2, p3) {
    let leaf = this.#plan.leaves[part], slot = leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3;
    if (part === 1 << leaf) return slot.more === null ? 0 : slot.more.disabled;
    let stamp = slot.more === null ? null : slot.more.stamps;
    for (; stamp !== null && !(stamp.set === part && agrees(stamp, part, p0, p1, p2, p3)); ) stamp = stamp.next;
    return stamp === null ? 0 : stamp.time;
  }
  /** disable(θ) ← time, for the binding of an event. */
  disable(plan, p0, p1, p2, p3) {
    let { leaf, set } = plan, slot = leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3;
    if (plan.parameters.length === 1) return this.disableAt(slot);
    let extras = extrasOf(slot), stamp = extras.stamps;
    for (; stamp !== null && !(stamp.set === set && agrees(stamp, set, p0, p1, p2, p3)); ) stamp = stamp.next;
    stamp === null && (extras.stamps = stamp = new Stamp(set, p0, p1, p2, p3, extras.stamps)), stamp.time = this.#time++;
  }
  /** The same for a binding of one parameter. */
  disableAt(slot) {
    extrasOf(slot).disabled = this.#time++;
  }
  endTrace() {
    this.since = ++this.#time, this.root = null, this.sets = null, this.rosters = null, this.#lastSet !== null && (this.#setsBySite = new OwnMap()), this.#lastSet = null;
    for (let p = 0; p < this.#values.length; p++) this.#values[p] = this.#values[p].emptied();
  }
};

// src/engine/connection.ts
var unlinked = 0;
function link2(connection, set) {
  let linked = set;
  for (let i = 0; i < 4; i += 1) set >> i & 1 && (linked |= linkedWith(connection, i));
  let result = connection;
  for (let i = 0; i < 4; i += 1) linked >> i & 1 && (result |= linked << i * 4);
  return result;
}
function connects(connection, domain) {
  return (domain & domain - 1) === 0 ? !0 : (domain & ~linkedWith(connection, 31 - Math.clz32(domain))) === 0;
}
function linkedWith(connection, parameter) {
  return connection >> parameter * 4 & 15;
}

// src/engine/report-rule.ts
function reportMasks(spec) {
  let maskOf = (rule) => spec.template.categories.reduce((mask, category, i) => category.report === rule ? mask | 1 << i : mask, 0);
  return { event: maskOf("event"), entry: maskOf("entry") };
}

// src/engine/d/transitions.ts
var opaqueFresh = Object.freeze({ fresh: !0 }), opaqueDead = Object.freeze({ dead: !0 });
function makeTransitions(spec, request) {
  return spec.template.table === void 0 ? opaqueTransitions(spec, request) : tableTransitions(spec, request);
}
function tableTransitions(spec, request) {
  let { template, events } = spec, { width, start, next, verdicts, live } = template.table, count2 = spec.parameters.length, { entry, event: each } = reportMasks(spec), states = [
    { state: -1, connection: unlinked, fresh: !1 }
  ], numbers = /* @__PURE__ */ new Map(), number = (state, connection, fresh) => {
    let key2 = `${state} ${connection} ${fresh}`, n = numbers.get(key2);
    return n === void 0 && (n = states.length, numbers.set(key2, n), states.push({ state, connection, fresh })), n;
  }, needsFresh = (verdicts[start] & entry) !== 0, first = number(start, unlinked, needsFresh), resets = Array.from({ length: width }, () => 0), targets = Array.from({ length: width }, () => 0), fired = Array.from({ length: width }, () => 0), due = Array.from({ length: width }, () => 0);
  for (let n = 1; n < states.length; n++) {
    let { state, connection, fresh } = states[n];
    for (let e = 0; e < width; e++) {
      let to = next[state * width + e], linked = request.links ? link2(connection, events[e].parameters) : unlinked, before = fresh ? 0 : verdicts[state], bits = verdicts[to] & each | verdicts[to] & ~before & entry, allowed = request.reports && (!request.connected || connects(linked, request.domain));
      fired.push(allowed ? bits : 0), due.push(bits), resets.push((spec.handler === void 0 ? first : number(start, linked, needsFresh)) * width), targets.push(request.collect && live[to] === 0 ? 0 : number(to, linked, !1));
    }
  }
  let rows = Int32Array.from(targets, (to, i) => {
    let dead2 = to === 0 && i >= width;
    return fired[i] !== 0 || dead2 ? ~(to * width) : to * width;
  }), needs2 = new Uint8Array(rows.length);
  for (let p = 0; p < count2; p++) {
    let free = reportsWithout(targets, due, width, (e) => (events[e].parameters & 1 << p) !== 0);
    for (let n = 1; n < states.length; n++) free[n] || (needs2[n * width] = needs2[n * width] | 1 << p);
  }
  let future = new Uint8Array(rows.length);
  for (let n = 1; n < states.length; n++) future[n * width] = live[states[n].state];
  return {
    kind: "table",
    fresh: first * width,
    dead: 0,
    rows,
    fires: Int32Array.from(fired),
    needs: needs2,
    live: future,
    resets: Int32Array.from(resets)
  };
}
function reportsWithout(targets, due, width, barred) {
  let reached = Array.from({ length: targets.length / width }, () => !1);
  for (let changed = !0; changed; ) {
    changed = !1;
    for (let i = 0; i < targets.length; i++) {
      let n = Math.floor(i / width);
      reached[n] || barred(i % width) || due[i] === 0 && !reached[targets[i]] || (reached[n] = !0, changed = !0);
    }
  }
  return reached;
}
function opaqueTransitions(spec, request) {
  let { entry, event: each } = reportMasks(spec), { template } = spec, { links } = request, fresh = links ? { state: opaqueFresh, connection: unlinked, fresh: !0 } : opaqueFresh, isFresh = (state) => state === opaqueFresh || links && state.fresh, inner = (state) => {
    let own = links && state !== opaqueFresh ? state.state : state;
    return own === opaqueFresh ? template.initial : own;
  };
  return {
    kind: "opaque",
    fresh,
    dead: opaqueDead,
    needs: alwaysNeeded(spec),
    step(state, event) {
      if (state === opaqueDead) return state;
      let to = template.step(inner(state), event);
      if (!links) return to;
      let before = state, connection = link2(before.connection, spec.events[event].parameters);
      return !before.fresh && to === before.state && connection === before.connection ? state : { state: to, connection, fresh: !1 };
    },
    fires(before, after) {
      if (!request.reports || after === opaqueDead) return 0;
      let held = isFresh(before) ? 0 : template.verdict(inner(before)), holds = template.verdict(inner(after)), bits = holds & each | holds & ~held & entry;
      return bits === 0 || !request.connected || connects(after.connection, request.domain) ? bits : 0;
    },
    live(state) {
      return state !== opaqueDead && template.live(inner(state));
    },
    reset(state, event) {
      if (!links) return opaqueFresh;
      let connection = link2(state.connection, spec.events[event].parameters);
      return { state: opaqueFresh, connection, fresh: !0 };
    },
    enter() {
    }
  };
}
function alwaysNeeded(spec) {
  let needed = (1 << spec.parameters.length) - 1;
  for (let sets of spec.coenable) for (let set of sets) needed &= set;
  return needed;
}

// src/engine/d/plan.ts
var subsetsOf = (set) => {
  let subsets = [];
  for (let subset = set; ; subset = subset - 1 & set)
    if (subsets.push(subset), subset === 0) return subsets;
}, contains = (set, part) => (part & ~set) === 0, unique = (items) => [...new Set(items)], size = (set) => set === 0 ? 0 : 1 + size(set & set - 1);
function makePlan(spec, options2) {
  let all = (1 << spec.parameters.length) - 1, byLife = orderByLife(spec), ranks = spec.parameters.map((_, p) => byLife.indexOf(p)), leafOf = (set) => byLife.findLast((p) => (set & 1 << p) !== 0) ?? -1, prefix = (set, last) => byLife.reduce((found, p) => ranks[p] <= ranks[last] ? found | set & 1 << p : found, 0), enable = spec.handler === void 0 ? spec.enable : spec.events.map(() => subsetsOf(all)), reachable = reachableDomains(spec, enable), joins = spec.events.map(
    ({ parameters }, e) => unique(enable[e]).filter((source) => reachable.has(source) && !contains(source, parameters)).toSorted((a, b) => size(b) - size(a))
  ), loose = looseDomains(spec, reachable, joins), { named, broadcast } = namedElsewhere(spec, leafOf, reachable), individual = broadcast || options2.traces || spec.variables !== void 0 || spec.handler !== void 0 || spec.events.some((event) => event.action !== void 0), isObject2 = (p) => spec.parameters[p].kind === "object", domains = [...reachable].toSorted((a, b) => a - b).map((set) => {
    let leaf = leafOf(set), others = leaf === -1 ? 0 : set & ~(1 << leaf), plain = makeTransitions(spec, {
      domain: set,
      reports: !spec.fullBinding || set === all,
      connected: spec.connected && loose.has(set),
      links: spec.connected && loose.size > 0,
      collect: options2.collect
    }), transitions = options2.over === void 0 ? plain : options2.over(plain), broadcasting = unique([
      ...spec.events.map((event) => event.parameters).filter((part) => leaf !== -1 && contains(others, part)),
      ...byLife.filter((p) => (others & 1 << p) !== 0 && !isObject2(p)).map((p) => 1 << p)
    ]), levels2 = individual ? [] : unique(broadcasting.map((part) => part === 0 ? 0 : prefix(set, leafOf(part)))).toSorted(
      (a, b) => size(a) - size(b)
    );
    return {
      set,
      leaf,
      rest: others,
      other: others === 0 ? leaf : leafOf(others),
      transitions,
      rows: transitions.kind === "table" ? transitions.rows : null,
      fires: transitions.kind === "table" ? transitions.fires : null,
      dead: transitions.dead,
      fresh: transitions.fresh,
      levels: levels2,
      shared: others !== 0 && levels2.at(-1) === others,
      levelLeaves: levels2.map(leafOf),
      rosters: unique([
        ...individual ? broadcasting : [],
        ...spec.events.flatMap(
          ({ parameters }, e) => joins[e].includes(set) && leaf !== -1 && (parameters & 1 << leaf) === 0 ? [parameters & set] : []
        )
      ]),
      needsLeaf: options2.collect && !options2.traces && spec.handler === void 0 && leaf !== -1 && isObject2(leaf) && alwaysNeeds(transitions, 1 << leaf)
    };
  }), domainOf = (set) => domains.find((domain) => domain.set === set), bound = unique(spec.events.map((event) => event.parameters)), planned = spec.events.map(
    ({ parameters }, e) => joins[e].map((from) => {
      let source = domainOf(from), target = domainOf(from | parameters), parts = subsetsOf(target.set).filter((part) => part !== 0 && !contains(from, part));
      return {
        source,
        target,
        shared: from & parameters,
        roster: source.leaf !== -1 && (parameters & 1 << source.leaf) === 0,
        stamps: options2.without === "disable" ? [] : parts.filter((part) => bound.includes(part)),
        elders: options2.without === "timestamps" ? [] : domains.filter((domain) => parts.includes(domain.set))
      };
    })
  ), consulted = new Set(planned.flat().flatMap((join) => join.stamps)), deaths = spec.parameters.map(
    ({ name: name2 }, p) => spec.events.flatMap(
      (event, e) => isObject2(p) && event.pointcuts.some((cut2) => cut2.kind === "collect" && cut2.parameter === name2) ? [e] : []
    )
  ), events = spec.events.map((event, e) => {
    let set = event.parameters, parameters = byLife.filter((p) => (set & 1 << p) !== 0), leaf = leafOf(set), stamps = consulted.has(set), defines = event.creation || stamps || planned[e].length > 0, above = domains.filter((domain) => domain.set !== set && contains(domain.set, set)), broadcasts = above.filter((domain) => domain.leaf !== leaf).map((domain) => ({
      domain,
      level: individual ? -1 : domain.levels.indexOf(set === 0 ? 0 : prefix(domain.set, leaf))
    })), here = domains.filter((domain) => domain.leaf === leaf), marks = stamps && domainOf(set) === void 0, certain = !individual && !options2.timed && parameters.every((p) => spec.parameters[p].kind !== "bytes"), lone = certain && parameters.length === 1 && broadcasts.length === 0 && here.length === 1 && (here[0].set === set || !event.creation && planned[e].length === 0), exact = domainOf(set) !== void 0 && above.length === 0 && planned[e].length === 0 && !stamps && set !== 0, smaller = domains.filter((domain) => domain.set !== set && contains(set, domain.set)), creates = certain && exact && event.creation && smaller.length === 0, introduces = defines || parameters.some((p) => deaths[p].length > 0), direct = leaf !== -1 && domains.some((domain) => domain.leaf === leaf && contains(domain.set, set)), sole = certain && parameters.length === 1 && !introduces && !direct && broadcasts.length === 1 ? broadcasts[0] : null;
    return {
      set,
      parameters,
      leaf,
      own: domainOf(set),
      creation: event.creation,
      defines,
      introduces,
      joins: planned[e],
      smaller,
      stamps,
      direct,
      broadcasts,
      lone,
      rows: lone && !introduces && !marks ? here[0].rows : null,
      creates,
      first: creates && domainOf(set).rows !== null,
      sole: sole !== null && sole.domain.levels[sole.level] === set ? sole : null,
      exact,
      marks,
      ungrouped: here.length === 1 && here[0].levels.length === 0,
      action: event.action,
      terminal: event.end && set === 0
    };
  }), leaves = Array.from({ length: all + 1 }, (_, set) => leafOf(set)), sited = events.some((event, e) => event.broadcasts.length > 0 && spec.events[e].blame === "creation"), selectable = domains.find(({ set, leaf }) => set === all && leaf !== -1 && isObject2(leaf)), [only] = domains, packable = domains.length === 1 && only.rest === 0 && only.leaf !== -1 && isObject2(only.leaf) && only.levels.length + only.rosters.length === 0 ? only : void 0;
  return { individual, domains, selectable, packable, events, deaths, sited, named, leaves };
}
function withoutCreation({ events, deaths }, event) {
  let plan = events[event], defines = plan.stamps || plan.joins.length > 0, introduces = defines || plan.parameters.some((p) => deaths[p].length > 0);
  return { ...plan, ...{ lone: !1, rows: null, creates: !1, first: !1, sole: null }, creation: !1, defines, introduces };
}
function orderByLife(spec) {
  let indexes = spec.parameters.map((_, p) => p), lasting = (p) => spec.parameters[p].kind !== "object";
  return [...indexes.filter(lasting), ...indexes.filter((p) => !lasting(p))];
}
function reachableDomains(spec, enable) {
  let found = new Set(spec.events.filter((event) => event.creation).map((event) => event.parameters));
  for (let before = -1; before !== found.size; )
    before = found.size, spec.events.forEach(({ parameters }, e) => {
      for (let source of enable[e])
        found.has(source) && !contains(source, parameters) && found.add(source | parameters);
    });
  return found;
}
function looseDomains(spec, reachable, joins) {
  let loose = /* @__PURE__ */ new Set();
  for (let before = -1; before !== loose.size; )
    before = loose.size, spec.events.forEach(({ parameters }, e) => {
      for (let source of joins[e]) {
        let target = source | parameters, apart = source !== 0 && parameters !== 0 && (source & parameters) === 0;
        reachable.has(target) && (apart || loose.has(source)) && loose.add(target);
      }
    });
  return loose;
}
function namedElsewhere(spec, leafOf, reachable) {
  let named = 0, broadcast = !1;
  for (let { category, message } of spec.reports) {
    let text = spec.parameters.reduce((set, { name: name2 }, p) => message.includes(`{${name2}}`) ? set | 1 << p : set, 0);
    spec.events.forEach(({ parameters }, e) => {
      contains(parameters, text) || !completes(spec, e, category) || (named |= text & ~parameters, broadcast ||= [...reachable].some((set) => contains(set, parameters) && leafOf(set) !== leafOf(parameters)));
    });
  }
  return { named, broadcast };
}
function completes(spec, event, category) {
  let { table, categories } = spec.template;
  if (table === void 0) return !0;
  let { next, verdicts, width, states } = table;
  for (let s = 0; s < states; s++) {
    let held = categories[category].report === "entry" && s !== table.start ? verdicts[s] : 0;
    if ((verdicts[next[s * width + event]] & ~held & 1 << category) !== 0) return !0;
  }
  return !1;
}
function alwaysNeeds(transitions, set) {
  if (transitions.kind === "opaque") return (transitions.needs & set) === set;
  let { rows, needs: needs2, live } = transitions;
  for (let i = 0; i < rows.length; i++) {
    let to = rows[i] < 0 ? ~rows[i] : rows[i];
    if (live[to] === 1 && (needs2[to] & set) !== set) return !1;
  }
  return !0;
}

// src/engine/d/reporting.ts
var Reporting = class {
  #spec;
  #counts;
  #sink;
  #traces;
  constructor(spec, counts, sink, traces) {
    this.#spec = spec, this.#counts = counts, this.#sink = sink, this.#traces = traces;
  }
  /** `fired` has a bit for each category that is to be reported. */
  report(monitor2, event, site, fired, a, b, c, d) {
    let values = this.#valuesOf(event, a, b, c, d);
    for (let p = 0; p < values.length; p++) {
      let slot = slotOf(monitor2, p);
      if (slot === null || slot.more === null || (this.#spec.events[event].parameters & 1 << p) !== 0) continue;
      let { value } = slot.more;
      values[p] = value instanceof WeakRef ? value.deref() : value;
    }
    let own = monitor2.more === null ? null : monitor2.more.own;
    this.#emit(monitor2.domain, event, site, monitor2.site, 1, fired, values, own);
  }
  reportGroup(domain, group, event, site, fired, a, b, c, d) {
    if (group.members !== null)
      for (let monitor2 of group.members) this.report(monitor2, event, site, fired, a, b, c, d);
    else this.#emit(domain, event, site, group.set.site, group.n, fired, this.#valuesOf(event, a, b, c, d), null);
  }
  /** By parameter, what the event binds. */
  #valuesOf(event, a, b, c, d) {
    let set = this.#spec.events[event].parameters, v0 = (set & 1) === 0 ? void 0 : a, v1 = (set & 2) === 0 ? void 0 : b, v2 = (set & 4) === 0 ? void 0 : c, v3 = (set & 8) === 0 ? void 0 : d, { length } = this.#spec.parameters;
    return length === 1 ? [v0] : length === 2 ? [v0, v1] : length === 3 ? [v0, v1, v2] : length === 4 ? [v0, v1, v2, v3] : [];
  }
  #emit(domain, event, site, creationSite, instances, fired, values, own) {
    for (let category = 0; fired >> category !== 0; category++)
      (fired >> category & 1) !== 0 && (this.#counts.reports += instances, own !== null && this.#traces?.markReported(own.node), this.#sink({
        spec: this.#spec,
        category,
        event,
        site,
        creationSite,
        instances,
        domain: domain.set,
        values,
        variables: own === null ? void 0 : own.variables,
        trace: own !== null && own.node > 0 ? this.#traces?.steps(own.node) : void 0
      }));
  }
};

// src/engine/d/signallers.ts
function makeSignaller(engine, plan, event) {
  if (plan.rows !== null)
    return engine.instances.words !== null ? wordStepper(engine, plan, event, plan.rows) : plan.ungrouped ? stepper(engine, plan, event, plan.rows) : groupStepper(engine, plan, event, plan.rows);
  if (plan.sole !== null) return broadcaster(engine, plan, event, plan.sole);
  let domain = plan.own;
  if (plan.first && domain !== void 0 && !engine.instances.watches) {
    let to = domain.rows[domain.fresh + event], { rest, levels: levels2, other } = domain;
    if (to >= 0 && engine.instances.words !== null) return wordCreator(engine, plan, event, to);
    if (to >= 0 && rest === 0 && levels2.length === 0) return creator(engine, plan, event, domain, to);
    if (to >= 0 && rest === 1 << other && levels2.length === 1 && levels2[0] === rest)
      return pairCreator(engine, plan, event, domain, to);
  }
  let { counts } = engine.tally;
  return (site, a, b, c, d) => {
    counts.events++, signalOther(engine, plan, event, site, a, b, c, d);
  };
}
function wordStepper(engine, plan, event, rows) {
  let { instances } = engine, { counts } = engine.tally, { leaf } = plan, key2 = instances.firstKey + leaf, words = instances.words, { bits, stateMask } = words, withSlot = stepper(engine, plan, event, rows), stepSlot = slotStepper(engine, plan, event, rows), toItsEnd = wordEnder(engine, event, withSlot);
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (typeof value != "object" || value === null) return withSlot(site, a, b, c, d);
    let word = heldAt(value, key2);
    if (typeof word != "number") return stepSlot(slotFrom(word, value, key2), site, a, b, c, d);
    let state = word & stateMask, to = rows[state + event];
    if (to < 0 || word >>> bits !== words.prefix) return toItsEnd(value, word, site, a, b, c, d);
    counts.events++, counts.steps++, to !== state && replaceWord(value, key2, word - state + to);
  };
}
function wordEnder(engine, event, otherwise) {
  let { tally, instances } = engine, { counts } = tally, { fires, dead: dead2 } = instances.packable, words = instances.words, { bits, stateMask } = words;
  return (object, word, site, a, b, c, d) => {
    let state = word & stateMask;
    if (word >>> bits !== words.prefix || fires[state + event] !== 0) return otherwise(site, a, b, c, d);
    counts.events++, counts.steps++, replaceWord(object, words.key, word - state + dead2), tally.collect(1);
  };
}
function stepper(engine, plan, event, rows) {
  let { leaf } = plan, key2 = engine.instances.firstKey + leaf, { counts } = engine.tally, step2 = slotStepper(engine, plan, event, rows);
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (typeof value == "object" && value !== null) return step2(findSlot(value, key2), site, a, b, c, d);
    counts.events++, signalOther(engine, plan, event, site, a, b, c, d);
  };
}
function slotStepper(engine, plan, event, rows) {
  let { instances } = engine, { counts } = engine.tally;
  return (slot, site, a, b, c, d) => {
    if (counts.events++, !(slot === null || slot.time < instances.since)) {
      if (slot.domain !== null && slot.more === null) {
        let state = slot.state, to = rows[state + event];
        if (to >= 0) {
          counts.steps++, to !== state && (slot.state = to);
          return;
        }
      }
      signalOther(engine, plan, event, site, a, b, c, d);
    }
  };
}
function groupStepper(engine, plan, event, rows) {
  let { instances } = engine, { counts } = engine.tally, { leaf } = plan, key2 = instances.firstKey + leaf;
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (counts.events++, typeof value == "object" && value !== null) {
      let slot = findSlot(value, key2);
      if (slot === null || slot.time < instances.since) return;
      if (slot.domain !== null && slot.more === null) {
        let { group } = slot;
        if (group === null || group.merged === null && group.parent === null) {
          let state = (group === null ? slot : group).state;
          if (rows[state + event] === state) {
            counts.steps++;
            return;
          }
        }
      }
    }
    signalOther(engine, plan, event, site, a, b, c, d);
  };
}
function broadcaster(engine, plan, event, { domain, level }) {
  let { instances, stepping } = engine, { counts } = engine.tally, { leaf } = plan, key2 = instances.firstKey + leaf;
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (counts.events++, !isObject(value)) return signalGenerally(engine, plan, event, site, a, b, c, d);
    let slot = findSource(value, key2);
    if (!(slot === null || slot.time < instances.since))
      for (let set = slot.sets; set !== null; set = set.next)
        set.domain !== domain || set.level !== level || (set.steady === event ? counts.steps += set.steadyGroups : stepping.broadcast(set, event, site, a, b, c, d));
  };
}
function wordCreator(engine, plan, event, to) {
  let { instances } = engine, { counts } = engine.tally, { leaf } = plan, words = instances.words, { key: key2 } = words;
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    counts.events++, !(typeof value == "object" && value !== null && instances.createWord(key2, value, words.pack(site, to))) && signalOther(engine, plan, event, site, a, b, c, d);
  };
}
function creator(engine, plan, event, domain, to) {
  let { instances } = engine, { counts } = engine.tally, { leaf } = plan, key2 = instances.firstKey + leaf;
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    counts.events++;
    let slot = typeof value == "object" && value !== null ? firstSlotFor(value, key2) : null;
    if (slot === null) return signalOther(engine, plan, event, site, a, b, c, d);
    instances.create(domain, slot, to, site);
  };
}
function pairCreator(engine, plan, event, domain, to) {
  let { instances } = engine, { counts } = engine.tally, { leaf } = plan, key2 = instances.firstKey + leaf, { other } = domain, { sited } = engine.plan;
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    counts.events++;
    let slot = typeof value == "object" && value !== null ? firstSlotFor(value, key2) : null;
    if (slot === null) return signalOther(engine, plan, event, site, a, b, c, d);
    let at = instances.introduce(other, other === 0 ? a : other === 1 ? b : other === 2 ? c : d);
    if (at === null) return;
    let set = at.sets;
    (set === null || set.domain !== domain || sited && set.site !== site) && (set = instances.setOf(domain, 0, site, at, at, at, at)), instances.create(domain, slot, to, site), slot.others = set;
    let group = set.groups;
    (group === null || group.n === 0 || group.state !== to) && (group = groupFor(set, to)), group.n++, slot.group = group;
  };
}
function signalOther(engine, plan, event, site, a, b, c, d) {
  let { leaf, first, lone } = plan;
  if (first || lone) {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (isObject(value)) {
      let { instances } = engine, key2 = instances.firstKey + leaf, slot = plan.introduces ? slotFor(value, key2) : findSlot(value, key2);
      if (slot === null) return;
      if (slot.time < instances.since) {
        if (first) {
          let domain = plan.own, to = domain.rows[domain.fresh + event];
          if (to >= 0)
            return instances.begin(slot, leaf, value), domain.rest !== 0 || domain.levels.length > 0 ? instances.createAmong(domain, slot, to, site, a, b, c, d) : instances.create(domain, slot, to, site);
        } else if (!plan.introduces) return;
      } else if (lone && slot.domain !== null && slot.sibling === null)
        return plan.marks && instances.disableAt(slot), engine.stepping.take(slot, event, site, a, b, c, d);
    }
  }
  signalGenerally(engine, plan, event, site, a, b, c, d);
}
function signalGenerally(engine, plan, event, site, a, b, c, d) {
  let { instances } = engine, set = plan.set, p0 = null, p1 = null, p2 = null, p3 = null;
  if (plan.introduces) {
    if ((set & 1) !== 0 && (p0 = instances.introduce(0, a)) === null || (set & 2) !== 0 && (p1 = instances.introduce(1, b)) === null || (set & 4) !== 0 && (p2 = instances.introduce(2, c)) === null || (set & 8) !== 0 && (p3 = instances.introduce(3, d)) === null) return;
  } else if ((set & 1) !== 0 && (p0 = instances.find(0, a)) === null || (set & 2) !== 0 && (p1 = instances.find(1, b)) === null || (set & 4) !== 0 && (p2 = instances.find(2, c)) === null || (set & 8) !== 0 && (p3 = instances.find(3, d)) === null) return;
  engine.process(plan, event, site, p0, p1, p2, p3, a, b, c, d);
}

// src/engine/d/tally.ts
var Tally = class {
  counts = { events: 0, monitors: 0, collected: 0, live: 0, peak: 0, steps: 0, reports: 0 };
  /** Monitors defined and collected in earlier traces. */
  #definedBefore = 0;
  #collectedBefore = 0;
  constructor(timed) {
    timed && (this.counts.time = { indexing: 0, stepping: 0, authored: 0 });
  }
  /** Whether there were monitors in this trace. */
  get any() {
    return this.counts.monitors > this.#definedBefore;
  }
  collect(monitors) {
    this.#notePeak(), this.counts.collected += monitors;
  }
  endTrace() {
    this.#notePeak(), this.#definedBefore = this.counts.monitors, this.#collectedBefore = this.counts.collected;
  }
  statistics() {
    return this.#notePeak(), { ...this.counts, live: this.#live() };
  }
  #live() {
    let { monitors, collected } = this.counts;
    return monitors - this.#definedBefore - (collected - this.#collectedBefore);
  }
  /** Before the number of live monitors falls, and when somebody asks: creations do not count it. */
  #notePeak() {
    let live = this.#live();
    live > this.counts.peak && (this.counts.peak = live);
  }
};

// src/engine/d/algorithm-d.ts
function createAlgorithmD(spec, options2, internal = {}) {
  return new AlgorithmD(spec, options2, internal);
}
var AlgorithmD = class {
  spec;
  traces;
  plan;
  tally;
  instances;
  reporting;
  stepping;
  /** `stepping`, where monitors are individuals. */
  #individuals;
  #clock;
  #selection;
  /** The domain whose instances may be skipped; undefined without selection. */
  selected;
  #makeSignaller;
  /** By event, what `signal` calls. */
  #signallers;
  constructor(spec, options2, { nodes, store, selection, without }) {
    this.spec = spec, this.traces = store ?? (options2.traces === !0 ? new TraceStore() : void 0), this.#clock = options2.clock;
    let collects = options2.collect !== !1 && options2.traces !== !0 && nodes === void 0, plan = makePlan(spec, {
      collect: collects,
      traces: options2.traces === !0 && nodes === void 0,
      timed: options2.clock !== void 0,
      over: nodes?.over,
      without
    });
    this.plan = plan, this.#selection = selection, this.selected = selection === void 0 ? void 0 : plan.selectable, selection?.attach(this.traces, plan.individual);
    let tally = new Tally(options2.clock !== void 0);
    this.tally = tally;
    let identify = options2.identify === !0;
    this.instances = new Instances({
      spec,
      plan,
      counts: tally.counts,
      identify,
      packs: !plan.individual && selection === void 0,
      valueLimit: options2.valueLimit,
      groupFor: nodes?.groupFor ?? groupFor,
      onDeath: (parameter, slot) => this.#signalDeath(parameter, slot, void 0),
      onEviction: (slot) => this.stepping.silence(slot)
    });
    let reporting = new Reporting(spec, tally.counts, options2.sink, this.traces);
    this.reporting = reporting;
    let stepping = { spec, tally, reporting, collects, identify };
    plan.individual ? (this.#individuals = new IndividualStepping(stepping, new AuthoredCode(spec, options2), this.traces, options2.clock), this.stepping = this.#individuals) : this.stepping = nodes?.stepping(stepping, this.instances, plan) ?? new GroupStepping(stepping, this.instances), this.#makeSignaller = nodes?.signaller ?? makeSignaller, this.#signallers = plan.events.map((each, event) => this.#makeSignaller(this, each, event));
  }
  signal(event, site, a, b, c, d) {
    this.#signallers[event](site, a, b, c, d);
  }
  /** The event's own function, which has what is known of it beforehand as constants: for handlers to call. */
  signaller(event) {
    return this.#signallers[event];
  }
  signallerWithoutCreation(event) {
    return this.#makeSignaller(this, withoutCreation(this.plan, event), event);
  }
  /** An event that took no shortcut. The slots are those of the values that it binds. */
  process(plan, event, site, p0, p1, p2, p3, a, b, c, d) {
    if (this.#clock !== void 0) return this.#processTimed(plan, event, site, p0, p1, p2, p3, a, b, c, d);
    if (plan.exact) {
      let monitor2 = this.instances.lookup(plan.own, p0, p1, p2, p3) ?? this.defineNew(plan, site, p0, p1, p2, p3);
      monitor2 !== null && this.stepping.take(monitor2, event, site, a, b, c, d);
      return;
    }
    plan.defines && this.define(plan, site, p0, p1, p2, p3), this.deliver(plan, event, site, p0, p1, p2, p3, a, b, c, d);
  }
  #processTimed(plan, event, site, p0, p1, p2, p3, a, b, c, d) {
    let clock = this.#clock, time = this.tally.counts.time, begin = clock(), authoredBefore = time.authored;
    plan.defines && this.define(plan, site, p0, p1, p2, p3);
    let defined = clock(), authoredBetween = time.authored;
    time.indexing += defined - begin - (authoredBetween - authoredBefore), this.deliver(plan, event, site, p0, p1, p2, p3, a, b, c, d), time.stepping += clock() - defined - (time.authored - authoredBetween);
  }
  /** Lines 1 to 5: instances that the event brings about. */
  define(plan, site, p0, p1, p2, p3) {
    let { own, joins } = plan, { instances, tally } = this;
    if (!(own !== void 0 && instances.lookup(own, p0, p1, p2, p3) !== null)) {
      if (tally.any) for (let i = 0; i < joins.length; i++) this.join(joins[i], plan, site, p0, p1, p2, p3);
      (joins.length === 0 || own === void 0 || instances.lookup(own, p0, p1, p2, p3) === null) && this.defineNew(plan, site, p0, p1, p2, p3), plan.stamps && tally.any && instances.disable(plan, p0, p1, p2, p3);
    }
  }
  /** Lines 2 and 3 for one enable set. */
  join(join, plan, site, p0, p1, p2, p3) {
    let { source, shared } = join, { leaf } = source;
    if (leaf === -1) {
      let { root: root2 } = this.instances;
      root2 !== null && this.defineTo(join, root2, plan, site, p0, p1, p2, p3);
      return;
    }
    if (join.roster) {
      let roster = this.instances.rosterOf(source, shared, p0, p1, p2, p3);
      if (roster === null) return;
      let { members } = roster, length = members.length;
      for (let i = 0; i < length; i++) {
        let monitor2 = roster.instance(members, i);
        monitor2 !== void 0 && this.defineTo(join, monitor2, plan, site, p0, p1, p2, p3);
      }
      return;
    }
    let slot = leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3;
    for (let monitor2 = firstInstance(slot); monitor2 !== null; monitor2 = monitor2.sibling)
      monitor2.domain === source && agreesBesidesLeaf(monitor2, shared, p0, p1, p2, p3) && this.defineTo(join, monitor2, plan, site, p0, p1, p2, p3);
  }
  /** Δ(θ'' ⊔ θ) ← Δ(θ''), unless a part of it that is not of θ'' had an event that θ'' did not see. */
  defineTo(join, from, plan, site, p0, p1, p2, p3) {
    let { target, stamps, elders } = join, { instances } = this, state = stateOf(from);
    if (!isLive(target, state)) return;
    let q0 = (plan.set & 1) === 0 ? slotOf(from, 0) : p0, q1 = (plan.set & 2) === 0 ? slotOf(from, 1) : p1, q2 = (plan.set & 4) === 0 ? slotOf(from, 2) : p2, q3 = (plan.set & 8) === 0 ? slotOf(from, 3) : p3;
    if (instances.lookup(target, q0, q1, q2, q3) !== null) return;
    for (let i = 0; i < stamps.length; i++) if (instances.disabled(stamps[i], q0, q1, q2, q3) > from.time) return;
    for (let i = 0; i < elders.length; i++) {
      let elder = instances.lookup(elders[i], q0, q1, q2, q3);
      if (elder !== null && elder.time < from.time) return;
    }
    if (target === this.selected && !this.#selection.admits(site)) return instances.skip(target, q0, q1, q2, q3);
    let monitor2 = instances.add(target, q0, q1, q2, q3, from.time, from.site, state);
    target === this.selected && this.#selection.watch(monitor2), this.#individuals?.copy(from, monitor2), target.leaf !== plan.leaf && instances.place(monitor2);
  }
  /** Line 4: the instance that a creation event makes of its own binding, unless a part of it has one. */
  defineNew(plan, site, p0, p1, p2, p3) {
    if (!plan.creation) return null;
    let { instances } = this, { smaller } = plan, domain = plan.own;
    for (let i = 0; i < smaller.length; i++) if (instances.lookup(smaller[i], p0, p1, p2, p3) !== null) return null;
    if (domain === this.selected && !this.#selection.admits(site))
      return instances.skip(domain, p0, p1, p2, p3), null;
    let monitor2 = instances.add(domain, p0, p1, p2, p3, instances.tick(), site, domain.fresh);
    return domain === this.selected && this.#selection.watch(monitor2), this.#individuals?.begin(monitor2), monitor2;
  }
  /** Line 6: the event reaches the instances that are at least as informative as its binding. */
  deliver(plan, event, site, p0, p1, p2, p3, a, b, c, d) {
    let { set, leaf, broadcasts } = plan, { instances, stepping } = this, slot = leaf === -1 ? null : leaf === 0 ? p0 : leaf === 1 ? p1 : leaf === 2 ? p2 : p3;
    if (plan.direct) {
      let single = plan.parameters.length === 1;
      for (let monitor2 = firstInstance(slot); monitor2 !== null; ) {
        let next = monitor2.sibling;
        (single || agreesBesidesLeaf(monitor2, set, p0, p1, p2, p3)) && stepping.take(monitor2, event, site, a, b, c, d), monitor2 = next;
      }
    } else set === 0 && instances.root !== null && stepping.take(instances.root, event, site, a, b, c, d);
    for (let i = 0; i < broadcasts.length; i++) {
      let { domain, level } = broadcasts[i];
      if (level === -1) {
        let roster = instances.rosterOf(domain, set, p0, p1, p2, p3);
        roster !== null && stepping.broadcast(roster, event, site, a, b, c, d);
        continue;
      }
      for (let to = slot === null ? instances.sets : slot.sets; to !== null; to = to.next)
        to.domain === domain && to.level === level && agrees(to, set, p0, p1, p2, p3) && stepping.broadcast(to, event, site, a, b, c, d);
    }
    plan.terminal && (this.#selection?.endTraces(), this.tally.endTrace(), instances.endTrace());
  }
  died(value) {
    let { parameters } = this.spec, { instances } = this;
    for (let p = 0; p < parameters.length; p++) {
      if (parameters[p].kind !== "object") continue;
      let slot = instances.find(p, value);
      slot !== null && (this.#signalDeath(p, slot, value), instances.find(p, value) === slot && (this.stepping.release(p, slot), instances.forget(p, slot, value)));
    }
  }
  #signalDeath(parameter, slot, value) {
    let events = this.plan.deaths[parameter];
    for (let i = 0; i < events.length; i++) {
      this.tally.counts.events++;
      let p0 = parameter === 0 ? slot : null, p1 = parameter === 1 ? slot : null, p2 = parameter === 2 ? slot : null, p3 = parameter === 3 ? slot : null;
      this.process(this.plan.events[events[i]], events[i], 0, p0, p1, p2, p3, value, value, value, value);
    }
  }
  finish() {
    this.#selection?.endTraces();
  }
  /** The slot of a value in this trace and what hangs on no value: where integrity checks begin. */
  inspect(parameter, value) {
    return this.instances.find(parameter, value);
  }
  inspectRoots() {
    return this.instances;
  }
  statistics() {
    return this.tally.statistics();
  }
};
function isLive({ transitions }, state) {
  return transitions.kind === "table" ? transitions.live[state] === 1 : transitions.live(state);
}

// src/engine/e/judge-at-end.ts
function judgeAtEnd(spec, store, transitionsOf, sink) {
  let below = countBelow(store), children = runsByParent(store), fresh = transitionsOf(spec.events.find(({ creation }) => creation).parameters).fresh, waiting = [{ node: 0, state: fresh, bound: 0, creationSite: 0 }];
  for (let prefix = waiting.pop(); prefix !== void 0; prefix = waiting.pop())
    for (let run2 of children.get(prefix.node) ?? []) {
      let event = store.event(run2[0]), site = store.site(run2[0]), bound = prefix.bound | spec.events[event].parameters, creationSite = prefix.node === 0 ? site : prefix.creationSite, transitions = transitionsOf(bound), { state } = prefix, at = 0;
      for (let times2 = 1; at < run2.length; times2++) {
        let { to, fired } = step(transitions, state, event, site);
        state = to;
        let instances = 0;
        for (let i = at; i < run2.length; i++) instances += below[rank(run2[i])];
        for (let category = 0; fired >> category !== 0; category++) {
          if ((fired >> category & 1) === 0) continue;
          let trace = [...store.steps(prefix.node), { event, site, times: times2 }], values = spec.parameters.map(() => {
          });
          sink({
            spec,
            category,
            event,
            site,
            creationSite,
            instances,
            domain: bound,
            values,
            variables: void 0,
            trace
          });
        }
        store.times(run2[at]) === times2 && (waiting.push({ node: run2[at], state, bound, creationSite }), at++);
      }
    }
}
function step(transitions, state, event, site) {
  if (transitions.kind === "opaque") {
    let to2 = transitions.step(state, event, site, 1);
    return { to: to2, fired: transitions.fires(state, to2) };
  }
  let offset = state + event, to = transitions.rows[offset];
  return to < 0 ? { to: ~to, fired: transitions.fires[offset] } : { to, fired: 0 };
}
function countBelow(store) {
  let below = [];
  return store.eachNode((node) => {
    below[rank(node)] = 0;
  }), store.each((node, count2) => {
    for (let at = node; at !== 0; at = store.parent(at)) below[rank(at)] = below[rank(at)] + count2;
  }), below;
}
function runsByParent(store) {
  let byParent = /* @__PURE__ */ new Map();
  return store.eachNode((node) => {
    let key2 = store.nodes[node + 1], runs = byParent.get(store.parent(node));
    runs === void 0 && byParent.set(store.parent(node), runs = /* @__PURE__ */ new Map());
    let run2 = runs.get(key2);
    run2 === void 0 ? runs.set(key2, [node]) : run2.push(node);
  }), new Map(
    [...byParent].map(([parent, runs]) => [
      parent,
      [...runs.values()].map((run2) => run2.sort((a, b) => store.times(a) - store.times(b)))
    ])
  );
}

// src/engine/e/node-signallers.ts
function makeNodeSignaller(engine, plan, event) {
  let { counts } = engine.tally, stepping = engine.stepping, { words } = stepping;
  if (plan.lone && !plan.introduces && !plan.marks && hasPlainKeys(event)) {
    if (engine.selected !== void 0) return passer(engine, plan, event);
    let withSlot = stepper2(engine, plan, event);
    return words === null ? withSlot : wordStepper2(engine, plan, event, words, withSlot);
  }
  return plan.sole !== null ? broadcaster(engine, plan, event, plan.sole) : plan.creates && hasPlainKeys(event) && plan.own !== engine.selected && engine.spec.parameters.every(({ kind }) => kind === "object") ? words !== null ? wordCreator2(engine, plan, event, words) : isPair(plan.own) && !engine.instances.watches ? pairCreator2(engine, plan, event, plan.own) : creator2(engine, plan, event) : (site, a, b, c, d) => {
    counts.events++, stepping.closeRun(), signalOther(engine, plan, event, site, a, b, c, d);
  };
}
function wordStepper2(engine, plan, event, words, withSlot) {
  let { counts } = engine.tally, stepping = engine.stepping, { run: run2 } = stepping, store = engine.traces, { leaf } = plan, { key: key2 } = words;
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (typeof value == "object" && value !== null) {
      let held = heldAt(value, key2);
      if (typeof held == "number") {
        if (held >>> 20 === words.prefix) {
          let from = (held & 1048575) << 3, to = store.pass(from, event, site);
          return to === 0 ? stepping.stepWord(value, held, event, site, a, b, c, d) : (counts.events++, counts.steps++, replaceWord(value, key2, held + (to - from >> 3)));
        }
      } else if (held === run2.monitor && event === run2.event && site === run2.site) {
        counts.events++, run2.times++;
        return;
      }
    }
    withSlot(site, a, b, c, d);
  };
}
function wordCreator2(engine, plan, event, words) {
  let { instances } = engine, { counts } = engine.tally, stepping = engine.stepping, store = engine.traces, { leaf } = plan, { key: key2 } = words, further = wordStepper2(engine, plan, event, words, creator2(engine, plan, event));
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (typeof value == "object" && value !== null) {
      let to = store.begin(event, site);
      if (to === 0) {
        if (canKeepWord(value, key2)) return stepping.beginWord(value, event, site, a, b, c, d);
      } else if (instances.createWord(key2, value, words.pack(to)))
        return counts.events++, store.enter(to, 1);
    }
    further(site, a, b, c, d);
  };
}
function stepper2(engine, plan, event) {
  let { instances } = engine, { counts } = engine.tally, stepping = engine.stepping, { run: run2 } = stepping, store = engine.traces, { leaf } = plan, key2 = instances.firstKey + leaf;
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (counts.events++, typeof value == "object" && value !== null) {
      let slot = findSlot(value, key2);
      if (slot === null || slot.time < instances.since) return;
      if (slot === run2.monitor) {
        if (event === run2.event && site === run2.site) {
          run2.times++;
          return;
        }
      } else if (slot.domain !== null && slot.more === null) {
        let { group } = slot, holder = group === null ? slot : group, state = holder.state;
        if (state >= 0 && (group === null || isCurrent(group))) {
          let to = store.pass(state, event, site);
          if (to !== 0) {
            counts.steps++, holder.state = to;
            return;
          }
        }
      }
    }
    stepping.closeRun(), signalOther(engine, plan, event, site, a, b, c, d);
  };
}
function isCurrent({ n, merged, parent, taken, set: { log } }) {
  return n === 1 && merged === null && parent === null && (log === null || taken === log.last);
}
function passer(engine, plan, event) {
  let { instances, tally } = engine, { counts } = tally, { leaf } = plan, key2 = instances.firstKey + leaf, { dead: dead2 } = engine.selected, own = stepper2(engine, plan, event);
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (isObject(value)) {
      let slot = findSlot(value, key2);
      if (slot === null || slot.state === dead2 && slot.group === null && slot.sibling === null) {
        counts.events++;
        return;
      }
    }
    own(site, a, b, c, d);
  };
}
function isPair({ rest, other, levels: levels2 }) {
  return rest === 1 << other && levels2.length === 1 && levels2[0] === rest;
}
function pairCreator2(engine, plan, event, domain) {
  let { instances } = engine, { counts } = engine.tally, stepping = engine.stepping, store = engine.traces, { leaf } = plan, key2 = instances.firstKey + leaf, { other } = domain, { sited } = engine.plan, otherwise = creator2(engine, plan, event);
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d, to = store.begin(event, site), slot = to !== 0 && typeof value == "object" && value !== null ? firstSlotFor(value, key2) : null;
    if (slot === null) return otherwise(site, a, b, c, d);
    counts.events++;
    let at = instances.introduce(other, other === 0 ? a : other === 1 ? b : other === 2 ? c : d);
    if (at === null) return;
    let set = at.sets;
    (set === null || set.domain !== domain || sited && set.site !== site) && (set = instances.setOf(domain, 0, site, at, at, at, at)), store.enter(to, 1), instances.create(domain, slot, to, site), slot.others = set, stepping.setApart(set, slot);
  };
}
function creator2(engine, plan, event) {
  let { instances, reporting } = engine, { counts } = engine.tally, stepping = engine.stepping, { leaf } = plan, key2 = instances.firstKey + leaf, domain = plan.own, transitions = domain.transitions, among = domain.rest !== 0 || domain.levels.length > 0;
  return (site, a, b, c, d) => {
    let value = leaf === 0 ? a : leaf === 1 ? b : leaf === 2 ? c : d;
    if (isObject(value)) {
      let slot = slotFor(value, key2);
      if (slot.time < instances.since) {
        counts.events++, instances.begin(slot, leaf, value), transitions.enter(0);
        let to = transitions.step(0, event, site, 1), { fired } = transitions;
        among ? instances.createAmong(domain, slot, to, site, a, b, c, d) : instances.create(domain, slot, to, site), fired !== 0 && reporting.report(slot, event, site, fired, a, b, c, d);
        return;
      }
    }
    counts.events++, stepping.closeRun(), signalOther(engine, plan, event, site, a, b, c, d);
  };
}

// src/engine/e/broadcast-logs.ts
var BroadcastLogs = class {
  /** By entry: the one before it, its key of the trace store, and how many there are up to it. */
  #before = [0];
  #keys = [0];
  #lengths = [0];
  #entries = new TripleTable();
  #outcomes = new TripleTable();
  /** The log with one more broadcast. */
  add(log, key2) {
    let known = this.#entries.get(log, key2, 0);
    if (known !== 0) return known;
    let entry = this.#keys.length;
    return this.#before[entry] = log, this.#keys[entry] = key2, this.#lengths[entry] = this.#lengths[log] + 1, this.#entries.set(log, key2, 0, entry), entry;
  }
  length(log) {
    return this.#lengths[log];
  }
  /** The keys of a log after one that it begins with. */
  keysAfter(start, log) {
    let keys = [];
    for (let at = log, i = this.#lengths[log] - this.#lengths[start]; i > 0; at = this.#before[at])
      keys[--i] = this.#keys[at];
    return keys;
  }
  /** Where the rest of a log leads from a node, if that is remembered; else 0. */
  outcome(node, start, log) {
    return this.#outcomes.get(node, start, log);
  }
  remember(node, start, log, outcome) {
    this.#outcomes.set(node, start, log, outcome);
  }
  /** No log is in use: much is forgotten, little stays for the next. */
  trim() {
    this.#keys.length + this.#outcomes.size <= 32768 || (this.#before = [0], this.#keys = [0], this.#lengths = [0], this.#entries = new TripleTable(), this.#outcomes = new TripleTable());
  }
}, TripleTable = class {
  #fields = new Int32Array(256);
  size = 0;
  get(a, b, c) {
    return this.#fields[this.#find(a, b, c) + 3];
  }
  set(a, b, c, value) {
    this.size * 8 >= this.#fields.length && this.#grow();
    let at = this.#find(a, b, c), fields = this.#fields;
    fields[at + 3] === 0 && this.size++, fields[at] = a, fields[at + 1] = b, fields[at + 2] = c, fields[at + 3] = value;
  }
  /** Where it stands, or would. */
  #find(a, b, c) {
    let fields = this.#fields, mask = fields.length - 1, hash = Math.imul(a, 2654435761) ^ Math.imul(b, 2246822507) ^ Math.imul(c, 3266489909);
    hash = Math.imul(hash ^ hash >>> 15, 739982445);
    let at = (hash ^ hash >>> 13) << 2 & mask;
    for (; fields[at + 3] !== 0 && (fields[at] !== a || fields[at + 1] !== b || fields[at + 2] !== c); )
      at = at + 4 & mask;
    return at;
  }
  #grow() {
    let old = this.#fields;
    this.#fields = new Int32Array(old.length * 2), this.size = 0;
    for (let at = 0; at < old.length; at += 4)
      old[at + 3] !== 0 && this.set(old[at], old[at + 1], old[at + 2], old[at + 3]);
  }
};

// src/engine/e/node-words.ts
function nodeOf(word) {
  return ranked(word & 1048575);
}
var NodeWords = class {
  key;
  domain;
  #since;
  #store;
  /** What all words have above the rank; `unowned` while there are none, and when ranges have run out. */
  prefix = -1;
  #hasAsked = !1;
  constructor(key2, domain, since, store) {
    this.key = key2, this.domain = domain, this.#since = since, this.#store = store;
  }
  /** The word of an instance at a node, or `unowned`. */
  pack(node) {
    return this.prefix === -1 && !this.#allot() ? -1 : node < 0 || node > 8388600 ? -1 : this.prefix << 20 | rank(node);
  }
  #allot() {
    return this.#hasAsked || (this.prefix = allotWords(this, 20)), this.#hasAsked = !0, this.prefix !== -1;
  }
  unpack(word) {
    let node = nodeOf(word), slot = new Slot(this.key, null);
    return slot.time = this.#since, slot.domain = this.domain, slot.state = node, slot.site = this.#creationSiteOf(node), slot;
  }
  #creationSiteOf(node) {
    let at = node;
    for (let parent = this.#store.parent(at); parent !== 0; parent = this.#store.parent(at)) at = parent;
    return this.#store.site(at);
  }
};

// src/engine/e/node-stepping.ts
var { max: max2 } = Math, logLimit = 256, pendingLimit = 65536, looks = 4, fewGroups = 256, OpenRun = class {
  /** Null when there is none. */
  monitor = null;
  event = 0;
  site = 0;
  /** Repetitions that the store does not know of. */
  times = 0;
}, NodeStepping = class extends GroupStepping {
  run = new OpenRun();
  /** Null where instances are slots. */
  words;
  #store;
  #groupLimit;
  #putsOff;
  /** By event, whether its broadcasts may be put off. */
  #silent;
  #logs = new BroadcastLogs();
  /** Sets with a log, and the broadcasts in these. */
  #pending = [];
  #putOffs = 0;
  constructor(options2, instances, plan, store, { groupLimit, putsOff }) {
    super(options2, instances), this.#store = store, this.#groupLimit = groupLimit, this.#putsOff = putsOff, this.#silent = plan.events.map((_, event) => putsOff && isSilent(options2.spec, plan, event));
    let { packable, firstKey, since } = instances;
    this.words = packable === void 0 ? null : new NodeWords(firstKey + packable.leaf, packable, since, store), store.settle = () => this.settle();
  }
  take(monitor2, event, site, a, b, c, d) {
    this.run.monitor !== null && this.closeRun();
    let { domain } = monitor2, { group } = monitor2;
    if (domain.levels.length > 1) return super.take(monitor2, event, site, a, b, c, d);
    if (group === null) {
      if (monitor2.state === domain.dead) return;
      monitor2.state = this.#stepOne(monitor2, monitor2.state, event, site, a, b, c, d), domain.levels.length > 0 && this.instances.place(monitor2), this.#openRun(monitor2, monitor2.state, event, site);
      return;
    }
    group.merged !== null && (monitor2.group = group = canonical(group));
    let { set } = group;
    set.log !== null && this.#catchUp(group, set.log.last);
    let { state } = group, to = this.#stepOne(monitor2, state, event, site, a, b, c, d);
    group.n === 1 ? group.state = to : to !== state && (count(group, -1), this.identify && enroll(group, monitor2, !1), this.instances.enter(monitor2, set, to)), this.#openRun(monitor2, to, event, site);
  }
  #stepOne(monitor2, state, event, site, a, b, c, d) {
    let transitions = monitor2.domain.transitions;
    if (state === transitions.dead) return state;
    this.counts.steps++;
    let to = transitions.step(state, event, site, 1);
    return transitions.fired !== 0 && this.reporting.report(monitor2, event, site, transitions.fired, a, b, c, d), to;
  }
  /** Begins a run if it is one: the monitor has the node to itself, as far as its set goes. */
  #openRun(monitor2, state, event, site) {
    if (!this.#putsOff || !isNode(state) || !this.#store.isLongRun(state) || !monitor2.domain.transitions.idles(state, event)) return;
    let { run: run2 } = this;
    run2.monitor = monitor2, run2.event = event, run2.site = site, run2.times = 0;
  }
  /** Lets the store know of the run that is under way, and ends it. */
  closeRun() {
    let { run: run2 } = this, { monitor: monitor2, times: times2 } = run2;
    if (run2.monitor = null, monitor2 === null || times2 === 0) return;
    this.counts.steps += times2;
    let holder = monitor2.group ?? monitor2, transitions = monitor2.domain.transitions;
    holder.state = transitions.repeat(holder.state, times2, 1);
  }
  /** The first instance of an object, which may be a word. */
  beginWord(object, event, site, a, b, c, d) {
    this.counts.events++;
    let { instances } = this, { key: key2, domain } = this.words, transitions = domain.transitions;
    transitions.enter(0);
    let to = transitions.step(0, event, site, 1), { fired } = transitions;
    if (!instances.createWord(key2, object, this.words.pack(to))) {
      let slot = slotFor(object, key2);
      instances.begin(slot, domain.leaf, object), instances.create(domain, slot, to, site);
    }
    fired !== 0 && this.reporting.report(findSlot(object, key2), event, site, fired, a, b, c, d);
  }
  /** An instance that is a word takes an event off the path that was last taken, and becomes a slot where it has to. */
  stepWord(object, held, event, site, a, b, c, d) {
    let { counts } = this;
    counts.events++, counts.steps++;
    let store = this.#store, { key: key2, domain } = this.words, from = nodeOf(held);
    if (store.recall(from, event, site))
      return replaceWord(object, key2, this.words.pack(store.pass(from, event, site)));
    this.closeRun();
    let transitions = domain.transitions, to = transitions.step(from, event, site, 1), { fired } = transitions, word = fired === 0 && isNode(to) && !store.isLongRun(to) ? this.words.pack(to) : -1;
    if (word !== -1) return replaceWord(object, key2, word);
    let slot = findSlot(object, key2);
    slot.state = to, fired !== 0 && this.reporting.report(slot, event, site, fired, a, b, c, d), this.#openRun(slot, to, event, site);
  }
  broadcast(set, event, site, a, b, c, d) {
    if (this.run.monitor !== null && this.closeRun(), this.#silent[event] && set.outer === null) return this.#putOff(set, event, site);
    this.#park(set), set.log !== null && this.#settleSet(set, set.log), super.broadcast(set, event, site, a, b, c, d), set.outer === null && this.#limitSlices(set);
  }
  /** A broadcast that reports nothing: a lone monitor takes it at once, groups when they have to. */
  #putOff(set, event, site) {
    let { lone, log } = set, transitions = set.domain.transitions;
    if (lone !== null && lone.state !== transitions.dead && (this.counts.steps++, lone.state = transitions.step(lone.state, event, site, 1)), set.groups !== null) {
      if (log === null || log.prompt) return this.#moveAll(set, event, site);
      log.last = this.#logs.add(log.last, this.#store.key(event, site)), this.#logs.length(log.last) === logLimit && this.#settleSet(set, log), ++this.#putOffs === pendingLimit && this.settle();
    }
  }
  /**
   * Groups take a broadcast that reports nothing; where there are many, the next one is put off. The first one after all was
   * settled is not: so monitors of an earlier test are not found where they were by those of the next, which would hide
   * that these came there (`TraceStore.enterTest`).
   */
  #moveAll(set, event, site) {
    let transitions = set.domain.transitions, groups = 0;
    for (let group = set.groups; group !== null; group = group.next)
      group.n === 0 || group.state === transitions.dead || (group.state = transitions.step(group.state, event, site, group.n), groups++);
    this.counts.steps += groups, groups > 2 && ((set.log ?? this.#beginLog(set)).prompt = !1);
  }
  #beginLog(set) {
    return this.#pending[this.#pending.length] = set, set.log = new SetLog(fewGroups);
  }
  /** Makes all moves that were put off. */
  settle() {
    this.closeRun();
    let pending = this.#pending;
    this.#pending = [], this.#putOffs = 0;
    for (let i = 0; i < pending.length; i++)
      this.#settleSet(pending[i], pending[i].log), pending[i].log = null;
    this.#logs.trim();
  }
  /** All groups of a set take what they have missed. It stays among the pending ones, with an empty log. */
  #settleSet(set, log) {
    let { last } = log;
    log.last = 0;
    let group = set.groups;
    set.groups = null;
    let groups = 0;
    for (; group !== null; ) {
      let { next } = group;
      group.n > 0 && (this.#catchUp(group, last), group.taken = 0, link(set, group), groups++), group = next;
    }
    groups > fewGroups && joinEqual(set), log.room = max2(fewGroups, groups), this.#limitSlices(set);
  }
  #catchUp(group, last) {
    let { taken, state, n } = group;
    if (taken === last) return;
    group.taken = last;
    let transitions = group.set.domain.transitions;
    if (state === transitions.dead) return;
    let logs = this.#logs, store = this.#store;
    this.counts.steps += logs.length(last) - logs.length(taken);
    let outcome = isNode(state) ? logs.outcome(state, taken, last) : 0;
    if (outcome !== 0) {
      store.shift(state, outcome, n), group.state = outcome;
      return;
    }
    let lasts = isNode(state) && !store.isLongRun(state), to = transitions.followAll(state, logs.keysAfter(taken, last), n);
    group.state = to, lasts && isNode(to) && !store.isLongRun(to) && logs.remember(state, taken, last, to);
  }
  /**
   * A monitor with a state is to be found by the broadcasts of a set. The last that came is *lone*: it keeps its state, so
   * that its own events concern nobody else. It goes into a group when the next one comes.
   */
  groupFor(set, state, monitor2) {
    return set.domain.levels.length > 1 ? groupFor(set, state) : (set.lone !== monitor2 && this.setApart(set, monitor2), null);
  }
  /** Makes a monitor of a set the lone one. */
  setApart(set, monitor2) {
    set.lone !== null && this.#park(set), set.lone = monitor2;
  }
  /** Puts the lone monitor of a set into a group. */
  #park(set) {
    let { lone } = set;
    if (set.lone = null, lone === null || lone.state === set.domain.dead) return;
    this.run.monitor === lone && this.closeRun();
    let group = this.#groupAt(set, lone.state);
    group.n++, this.identify && enroll(group, lone, !0), lone.group = group;
  }
  /** The group for a state in a set, made when there is none: one that has taken the whole log. */
  #groupAt(set, state) {
    let { log, groups: first } = set, taken = log === null ? 0 : log.last;
    for (let group2 = first, i = 0; group2 !== null && i < looks; group2 = group2.next, i++)
      if (group2.n > 0 && group2.taken === taken && group2.state === state) return group2;
    if (first !== null && first.n === 0)
      return first.state = state, first.taken = taken, first;
    first !== null && (log ?? this.#beginLog(set)).room-- === 0 && this.#settleSet(set, set.log);
    let group = new Group(set, state, null);
    return group.taken = set.log === null ? 0 : set.log.last, link(set, group), group;
  }
  silence(slot) {
    for (let set = slot.sets; set !== null; set = set.next) this.#park(set);
    this.settle(), super.silence(slot);
  }
  #limitSlices(set) {
    let limit = this.#groupLimit, slices = 0;
    for (let group2 = set.groups; group2 !== null; group2 = group2.next) group2.n > 0 && isNode(group2.state) && slices++;
    if (slices <= limit) return;
    let events = 0;
    for (let group2 = set.groups; group2 !== null; group2 = group2.next) events += this.#lengthOf(group2);
    let transitions = set.domain.transitions, stay = 0, group = set.groups;
    for (set.groups = null; group !== null; ) {
      let { next } = group;
      group.n > 0 && isNode(group.state) && (this.#lengthOf(group) * slices <= events && stay < limit / 2 ? stay++ : group.state = transitions.endTrace(group.state, group.n));
      let other = this.groupIn(set, group.state);
      other !== null ? merge(other, group) : link(set, group), group = next;
    }
  }
  #lengthOf({ n, state }) {
    return n > 0 && isNode(state) ? this.#store.length(state) : 0;
  }
  /** Different nodes lead to different nodes: only instances without a trace can meet. */
  groupIn(set, state) {
    return isNode(state) ? null : super.groupIn(set, state);
  }
};
function joinEqual(set) {
  let byState = new OwnMap(), group = set.groups;
  for (set.groups = null; group !== null; ) {
    let { next } = group, other = byState.get(group.state);
    other === void 0 && link(set, group), byState.set(group.state, other === void 0 ? group : merge(other, group)), group = next;
  }
}
function isSilent({ events }, plan, event) {
  return plan.events.every(({ joins }) => joins.length === 0) && plan.domains.every(({ levels: levels2 }) => levels2.length <= 1) && !plan.events[event].terminal && plan.events[event].broadcasts.every(
    ({ domain }) => domain.transitions.isSilent(event, events.length)
  );
}
function isNode(state) {
  return typeof state == "number" && state >= 0;
}

// src/engine/e/node-transitions.ts
var dead = -1;
function aside(state) {
  return -2 - state;
}
var NodeStates = class {
  store;
  /** By rank of the node, for properties without a table; in the store, their states are all 0. */
  objects = [];
  /** Where the last step that reports led; `cut` when it left no trace. */
  at = 0;
  constructor(store) {
    this.store = store;
  }
}, NodeTransitions = class {
  kind = "opaque";
  fresh = 0;
  dead = dead;
  /** A parameter that every way to a report needs again is no reason to end a trace. */
  needs = 0;
  inner;
  #shared;
  #store;
  #objects;
  /** Whether prefixes are judged while the program runs. */
  #judges;
  /** What the last step reports, as bits. */
  fired = 0;
  constructor(inner, shared, judges) {
    let { store, objects } = shared;
    this.inner = inner, this.#shared = shared, this.#store = store, this.#objects = objects, this.#judges = judges, store.nodes[5] = inner.kind === "table" ? inner.fresh : 0, objects[rank(0)] = inner.fresh;
  }
  step(state, event, site, n) {
    if (this.fired = 0, typeof state != "number" || state < 0) return this.#stepAside(state, event, site);
    let store = this.#store, before = store.nodes[state + 5], to = store.follow(state, event, site, n);
    return to >= 0 && store.nodes[to + 5] >= 0 ? to : this.#arrive(state, before, to, event, site);
  }
  /** At a node that is not judged yet, one that reports, or past the end of the trace. `before` is the state of `from`. */
  #arrive(from, before, to, event, site) {
    if (!this.#judges && to !== -1)
      return this.#store.makeKnown(to), to;
    let inner = this.inner, { nodes } = this.#store;
    if (this.#shared.at = to, inner.kind === "table") {
      let row = before === -1 ? this.stateOf(from) : before < 0 ? aside(before) : before, target = inner.rows[row + event];
      this.fired = target < 0 ? inner.fires[row + event] : 0;
      let after = target < 0 ? ~target : target;
      if (to === -1) return aside(after);
      nodes[to + 5] = this.fired === 0 ? after : aside(after);
    } else {
      let source = before === -1 ? this.stateOf(from) : this.#objects[rank(from)], after = to !== -1 && nodes[to + 5] !== -1 ? this.#objects[rank(to)] : inner.step(source, event, site, 1);
      if (this.fired = inner.fires(source, after), to === -1) return after;
      this.#objects[rank(to)] = after, nodes[to + 5] = this.fired === 0 ? 0 : aside(0);
    }
    return this.fired !== 0 ? this.#store.markReported(to) : this.#store.makeKnown(to), to;
  }
  #stepAside(state, event, site) {
    if (state === dead) return dead;
    let inner = this.inner;
    if (this.#shared.at = -1, inner.kind === "table") {
      let offset = aside(state) + event, to2 = inner.rows[offset];
      return this.fired = to2 < 0 ? inner.fires[offset] : 0, aside(to2 < 0 ? ~to2 : to2);
    }
    let to = inner.step(state, event, site, 1);
    return this.fired = inner.fires(state, to), to;
  }
  /** The same for several events in a row that report nothing, given as keys. */
  followAll(state, keys, n) {
    let store = this.#store, at = state, counted = state;
    for (let i = 0; i < keys.length; i++) {
      let key2 = keys[i];
      if (typeof at == "number" && at >= 0) {
        let next = store.peek(at, key2);
        if (next !== 0 && (!this.#judges || store.nodes[next + 5] !== -1)) {
          at = next;
          continue;
        }
        store.shift(counted, at, n);
        let before = store.nodes[at + 5], to = store.advance(at, key2, n);
        at = to >= 0 && store.nodes[to + 5] >= 0 ? to : this.#arrive(at, before, to, store.eventOf(key2), 0);
      } else at = this.#stepAside(at, store.eventOf(key2), 0);
      counted = at;
    }
    return typeof at == "number" && at >= 0 && store.shift(counted, at, n), at;
  }
  /** Whether instances at a node may repeat its last event without a report and without a change of state. */
  idles(node, event) {
    let inner = this.inner, state = this.#store.nodes[node + 5];
    return inner.kind === "table" && state >= 0 && inner.rows[state + event] === state;
  }
  /** Where `n` monitors at such a node are after `more` repetitions. */
  repeat(node, more, n) {
    let state = this.#store.nodes[node + 5], to = this.#store.extendRun(node, more, n);
    return to === -1 ? aside(state) : (this.#store.nodes[to + 5] = state, to);
  }
  /** Whether an event reports nothing, whatever came before it. `width` is the number of events. */
  isSilent(event, width) {
    let inner = this.inner;
    if (inner.kind !== "table") return !1;
    for (let at = event; at < inner.fires.length; at += width) if (inner.fires[at] !== 0) return !1;
    return !0;
  }
  /** Ends the traces of `n` monitors at a node, and gives their state from there on. */
  endTrace(node, n) {
    let state = this.stateOf(node);
    return this.#store.cuts += n, this.inner.kind === "table" ? aside(state) : state;
  }
  fires() {
    return this.fired;
  }
  live(state) {
    if (state === dead) return !1;
    let inner = this.inner, of = this.stateOf(state);
    return inner.kind === "table" ? inner.live[of] === 1 : inner.live(of);
  }
  /** The property's state of a monitor's. */
  stateOf(state) {
    if (typeof state != "number") return state;
    if (state < 0) return aside(state);
    let known = this.#store.nodes[state + 5];
    return known === -1 ? this.#follow(state) : this.inner.kind === "table" ? known < 0 ? aside(known) : known : this.#objects[rank(state)];
  }
  /** What a node's path leads to, for prefixes that nobody has judged. */
  #follow(node) {
    let inner = this.inner, steps = this.#store.steps(node), state = inner.fresh;
    for (let i = 0; i < steps.length; i++) {
      let { event, site, times: times2 } = steps[i];
      for (let k = 0; k < times2; k++)
        if (inner.kind === "opaque") state = inner.step(state, event, site, 1);
        else {
          let to = inner.rows[state + event];
          state = to < 0 ? ~to : to;
        }
    }
    return state;
  }
  /** Specs that reset monitors are not for algorithm E. */
  reset() {
    return 0;
  }
  enter(state) {
    this.#store.enter(typeof state == "number" && state >= 0 ? state : -1, 1);
  }
};

// src/engine/e/algorithm-e.ts
var defaultGroupLimit = 512;
function createAlgorithmE(spec, options2, lazy = {}) {
  let { selection } = lazy;
  return needsMonitorState(spec) ? new AlgorithmD(spec, { ...options2, traces: !0 }, { selection }) : new AlgorithmE(spec, options2, lazy);
}
function needsMonitorState(spec) {
  return makePlan(spec, { collect: !1, traces: !1, timed: !1, over: void 0, without: void 0 }).individual;
}
var AlgorithmE = class extends AlgorithmD {
  #options;
  #judge;
  constructor(spec, options2, { judge: judge2 = "at-birth", limit, groupLimit = defaultGroupLimit, selection, ...rest }) {
    let store = rest.store ?? new TraceStore(limit === void 0 ? {} : { limit }), putsOff = rest.putsOff !== !1 && selection === void 0, states = new NodeStates(store), made2, sink = (report) => options2.sink(states.at === -1 ? report : { ...report, trace: store.steps(states.at) });
    super(
      spec,
      { ...options2, sink },
      {
        store,
        selection,
        nodes: {
          over: (inner) => new NodeTransitions(inner, states, judge2 === "at-birth"),
          groupFor: (set, state, monitor2) => made2.groupFor(set, state, monitor2),
          stepping: (stepping, instances, plan) => made2 = new NodeStepping(stepping, instances, plan, store, { groupLimit, putsOff }),
          signaller: makeNodeSignaller
        }
      }
    ), this.#options = options2, this.#judge = judge2;
  }
  died(value) {
    this.traces.settle(), super.died(value);
  }
  statistics() {
    return this.traces.settle(), super.statistics();
  }
  finish() {
    if (super.finish(), this.#judge === "at-birth") return;
    let { domains } = this.plan, transitionsOf = (set) => domains.find((domain) => domain.set === set).transitions.inner;
    judgeAtEnd(this.spec, this.traces, transitionsOf, (report) => {
      this.tally.counts.reports += report.instances, this.#options.sink(report);
    });
  }
};

// src/instrument/kernel.ts
function signallerOf(sink, event) {
  return sink.signaller?.(event) ?? ((site, a, b, c, d) => sink.signal(event, site, a, b, c, d));
}

// src/spec/parameter-sets.ts
function labelSets(template, labels) {
  if (template.reportSets !== void 0) return template.reportSets(labels);
  let labelOf = new Map(template.events.map((event, i) => [event, labels[i]])), union = (set) => set.reduce((sum, event) => sum | labelOf.get(event), 0), perEvent = (sets) => template.events.map((event) => [...new Set(sets.flatMap((perCategory) => (perCategory[event] ?? []).map(union)))].sort((a, b) => a - b)), enable = template.categories.map(({ name: name2 }) => template.enable(name2)), coenable = template.categories.map(({ name: name2 }) => template.coenable(name2));
  return {
    starts: template.events.map(
      (event) => enable.some((sets) => sets[event]?.some((set) => set.length === 0) ?? !1)
    ),
    enable: perEvent(enable),
    coenable: perEvent(coenable)
  };
}

// src/diagnostics/user-error.ts
var UserError = class extends Error {
  name = "UserError";
  code;
  span;
  notes;
  remedy;
  constructor(details) {
    super(details.message, details.cause === void 0 ? void 0 : { cause: details.cause }), this.code = details.code, this.span = details.span, this.notes = details.notes ?? [], this.remedy = details.remedy;
  }
};

// src/logic/automaton/event-sets.ts
function verdictGoals({ next, verdicts }, categories) {
  return Uint8Array.from(next, (target) => (verdicts[target] & categories) === 0 ? 0 : 1);
}
function reportGoals({ width, start, next, verdicts }, atEvents, atEntry) {
  return Uint8Array.from(next, (target, transition) => {
    let source = Math.floor(transition / width), before = source === start ? 0 : verdicts[source];
    return (verdicts[target] & (atEvents | atEntry & ~before)) === 0 ? 0 : 1;
  });
}
function liveStates({ states, width, next }, goals) {
  let live = new Uint8Array(states), predecessors = Array.from({ length: states }, () => []), pending = [];
  for (let s = 0; s < states; s += 1)
    for (let i = s * width; i < (s + 1) * width; i += 1)
      predecessors[next[i]].push(s), goals[i] === 1 && live[s] === 0 && (live[s] = 1, pending.push(s));
  for (let t = pending.pop(); t !== void 0; t = pending.pop())
    for (let s of predecessors[t])
      live[s] === 0 && (live[s] = 1, pending.push(s));
  return live;
}
function numberLabels(labels) {
  return { none: 0, of: (event) => labels[event], union: (a, b) => a | b };
}
var bigLabels = { none: 0n, of: (event) => 1n << BigInt(event), union: (a, b) => a | b };
function unionsBefore(dfa, goals, labels, visit) {
  let { states, width, start, next } = dfa, live = liveStates(dfa, goals), seen = Array.from({ length: states }, () => /* @__PURE__ */ new Set()), result = Array.from({ length: width }, () => /* @__PURE__ */ new Set()), pending = [[start, labels.none]];
  seen[start].add(labels.none);
  for (let pair = pending.pop(); pair !== void 0; pair = pending.pop()) {
    visit();
    let [s, union] = pair;
    for (let e = 0; e < width; e += 1) {
      let transition = s * width + e, t = next[transition];
      if (live[t] === 0 && goals[transition] === 0) continue;
      result[e].add(union);
      let extended = labels.union(union, labels.of(e));
      live[t] === 1 && !seen[t].has(extended) && (seen[t].add(extended), pending.push([t, extended]));
    }
  }
  return result;
}
function unionsAfter(dfa, goals, labels, visit) {
  let { states, width, next } = dfa, predecessors = Array.from({ length: states }, () => []);
  next.forEach((t, transition) => predecessors[t].push(transition));
  let after = Array.from({ length: states }, () => /* @__PURE__ */ new Set()), pending = [], reach = (state, union) => {
    after[state].has(union) || (after[state].add(union), pending.push([state, union]));
  };
  goals.forEach((goal, transition) => {
    goal === 1 && reach(Math.floor(transition / width), labels.of(transition % width));
  });
  for (let pair = pending.pop(); pair !== void 0; pair = pending.pop()) {
    visit();
    let [t, union] = pair;
    for (let transition of predecessors[t])
      reach(Math.floor(transition / width), labels.union(union, labels.of(transition % width)));
  }
  return Array.from({ length: width }, (_, e) => {
    let result = /* @__PURE__ */ new Set();
    for (let s = 0; s < states; s += 1) for (let union of after[next[s * width + e]]) result.add(union);
    return result;
  });
}
function eventSets(events, compute) {
  let perEvent = events.length <= 30 ? compute(numberLabels(events.map((_, e) => 1 << e))).map((sets) => [...sets].map(numberMembers)) : compute(bigLabels).map((sets) => [...sets].map(bigMembers));
  return Object.fromEntries(
    events.map((name2, e) => [name2, perEvent[e].sort(bySizeThenAlphabet).map((set) => set.map((i) => events[i]))])
  );
}
function numberMembers(set) {
  let members = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) members.push(31 - Math.clz32(rest & -rest));
  return members;
}
function bigMembers(set) {
  let members = [];
  for (let i = 0, rest = set; rest !== 0n; i += 1, rest >>= 1n) (rest & 1n) === 1n && members.push(i);
  return members;
}
function bySizeThenAlphabet(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  let at = a.findIndex((member, i) => member !== b[i]);
  return at === -1 ? 0 : a[at] - b[at];
}

// src/logic/automaton/explore.ts
function explore(machine, width, limits, formula) {
  let numbers = /* @__PURE__ */ new Map([[machine.key(machine.start), 0]]), found = [machine.start], next = [];
  for (let s = 0; s < found.length; s += 1)
    for (let event = 0; event < width; event += 1) {
      let successor = machine.successor(found[s], event), key2 = machine.key(successor), number = numbers.get(key2);
      if (number === void 0) {
        if (number = found.length, number >= limits.states) throw tooManyStates(limits, formula);
        numbers.set(key2, number), found.push(successor);
      }
      next.push(number);
    }
  return {
    states: found.length,
    width,
    start: 0,
    next: Int32Array.from(next),
    verdicts: Int32Array.from(found, (state) => machine.verdict(state))
  };
}
function tooManyStates(limits, formula) {
  return new UserError({
    code: "too-many-states",
    message: `the automaton of this formula has more than ${limits.states} states`,
    span: formula,
    remedy: `make the formula smaller, or raise the limit: limits: { states: ${limits.states * 4} }`
  });
}

// src/logic/automaton/minimize.ts
function minimize(input) {
  let reachable = reachableStates(input), blockOf = refine(input, reachable);
  return quotient(input, reachable, blockOf);
}
function reachableStates({ states, width, start, next }) {
  let seen = new Uint8Array(states);
  seen[start] = 1;
  let pending = [start], count2 = 1;
  for (let s = pending.pop(); s !== void 0; s = pending.pop())
    for (let i = s * width; i < (s + 1) * width; i += 1) {
      let t = next[i];
      seen[t] === 0 && (seen[t] = 1, count2 += 1, pending.push(t));
    }
  let result = new Int32Array(count2);
  for (let s = 0, i = 0; s < states; s += 1) seen[s] === 1 && (result[i++] = s);
  return result;
}
function refine({ states, width, next, verdicts }, reachable) {
  let predecessors = invert(reachable, states, width, next), members = Int32Array.from(reachable).sort((a, b) => verdicts[a] - verdicts[b] || a - b), place2 = new Int32Array(states), blockOf = new Int32Array(states).fill(-1), first = [], past = [], marked = [];
  for (let i = 0; i < members.length; i += 1) {
    (i === 0 || verdicts[members[i]] !== verdicts[members[i - 1]]) && (first.push(i), past.push(i), marked.push(0));
    let block = first.length - 1;
    past[block] = i + 1, blockOf[members[i]] = block, place2[members[i]] = i;
  }
  let pending = first.map((_, block) => block), touched = [];
  for (let splitter = pending.pop(); splitter !== void 0; splitter = pending.pop()) {
    let targets = members.slice(first[splitter], past[splitter]);
    for (let event = 0; event < width; event += 1) {
      for (let target of targets) {
        let cell = target * width + event;
        for (let i = predecessors.offsets[cell]; i < predecessors.offsets[cell + 1]; i += 1)
          mark(predecessors.sources[i]);
      }
      for (let block of touched) split(block);
      touched.length = 0;
    }
  }
  return blockOf;
  function mark(state) {
    let block = blockOf[state];
    marked[block] === 0 && touched.push(block);
    let to = first[block] + marked[block], from = place2[state], other = members[to];
    members[from] = other, place2[other] = from, members[to] = state, place2[state] = to, marked[block] += 1;
  }
  function split(block) {
    let middle = first[block] + marked[block];
    if (marked[block] = 0, middle === past[block]) return;
    let created = first.length;
    middle - first[block] <= past[block] - middle ? (first.push(first[block]), past.push(middle), first[block] = middle) : (first.push(middle), past.push(past[block]), past[block] = middle), marked.push(0);
    for (let i = first[created]; i < past[created]; i += 1) blockOf[members[i]] = created;
    pending.push(created);
  }
}
function invert(reachable, states, width, next) {
  let offsets = new Int32Array(states * width + 1);
  for (let s of reachable) for (let e = 0; e < width; e += 1) offsets[next[s * width + e] * width + e + 1] += 1;
  for (let i = 1; i < offsets.length; i += 1) offsets[i] += offsets[i - 1];
  let free = offsets.slice(), sources = new Int32Array(reachable.length * width);
  for (let s of reachable) for (let e = 0; e < width; e += 1) sources[free[next[s * width + e] * width + e]++] = s;
  return { offsets, sources };
}
function quotient(input, reachable, blockOf) {
  let { width, start, next, verdicts } = input, representativeOf = /* @__PURE__ */ new Map();
  for (let s of reachable) representativeOf.has(blockOf[s]) || representativeOf.set(blockOf[s], s);
  let numbers = /* @__PURE__ */ new Map([[blockOf[start], 0]]), order = [blockOf[start]], table = new Int32Array(representativeOf.size * width);
  for (let n = 0; n < order.length; n += 1) {
    let s = representativeOf.get(order[n]);
    for (let e = 0; e < width; e += 1) {
      let block = blockOf[next[s * width + e]], number = numbers.get(block);
      number === void 0 && (number = order.length, numbers.set(block, number), order.push(block)), table[n * width + e] = number;
    }
  }
  let representative = Int32Array.from(order, (block) => representativeOf.get(block));
  return {
    dfa: {
      states: order.length,
      width,
      start: 0,
      next: table,
      verdicts: representative.map((s) => verdicts[s])
    },
    representative
  };
}

// src/logic/automaton/regular-template.ts
function regularTemplate(property) {
  let { logic, events, categories, end, limits, formula } = property, { dfa, representative } = minimize(property.dfa), reports2 = reportGoals(dfa, categoryBits(categories, "event"), categoryBits(categories, "entry")), table = { ...dfa, live: liveStates(dfa, reports2) }, countPairs = () => {
    let pairs = 0;
    return () => {
      if (pairs += 1, pairs > limits.eventSets) throw tooManyEventSets(limits, formula);
    };
  }, setsOf = (direction) => {
    let cache = /* @__PURE__ */ new Map();
    return (category) => {
      let sets = cache.get(category);
      if (sets === void 0) {
        let goals = verdictGoals(dfa, 1 << categoryIndex(categories, category)), unions = direction === "before" ? unionsBefore : unionsAfter;
        sets = eventSets(events, (labels) => unions(dfa, goals, labels, countPairs())), cache.set(category, sets);
      }
      return sets;
    };
  };
  return {
    logic,
    events,
    categories,
    end,
    initial: dfa.start,
    table,
    step: (state, event) => dfa.next[state * dfa.width + event],
    verdict: (state) => dfa.verdicts[state],
    live: (state) => table.live[state] === 1,
    automaton: display(property, dfa, representative),
    enable: setsOf("before"),
    coenable: setsOf("after"),
    reportSets(labels) {
      let ascending = (sets) => sets.map((set) => [...set].sort((a, b) => a - b));
      return {
        starts: events.map(
          (_, e) => reports2[dfa.start * dfa.width + e] === 1 || table.live[dfa.next[dfa.start * dfa.width + e]] === 1
        ),
        enable: ascending(unionsBefore(dfa, reports2, numberLabels(labels), countPairs())),
        coenable: ascending(unionsAfter(dfa, reports2, numberLabels(labels), countPairs()))
      };
    }
  };
}
function categoryBits(categories, rule) {
  return categories.reduce((bits, category, i) => category.report === rule ? bits | 1 << i : bits, 0);
}
function categoryIndex(categories, name2) {
  let index = categories.findIndex((category) => category.name === name2);
  if (index !== -1) return index;
  throw new UserError({
    code: "unknown-category",
    message: `'${name2}' is not a category of interest of this property`,
    remedy: `use one of: ${categories.map((category) => category.name).join(", ")}`
  });
}
function tooManyEventSets(limits, formula) {
  return new UserError({
    code: "too-many-event-sets",
    message: `the enable and coenable sets of this formula take more than ${limits.eventSets} event sets to compute`,
    span: formula,
    remedy: `use fewer events, or raise the limit: limits: { eventSets: ${limits.eventSets * 4} }`
  });
}
function display(property, dfa, representative) {
  let { events, categories, stateNames } = property, sink = property.failSink === !0 ? findFailSink(dfa, categories) : void 0, names2 = [], unnamed = 0;
  for (let s = 0; s < dfa.states; s += 1)
    names2.push(s === sink ? void 0 : stateNames === void 0 ? `s${unnamed++}` : stateNames[representative[s]]);
  let shown = names2.flatMap((name2, s) => name2 === void 0 ? [] : [{ name: name2, s }]), row = (s) => events.flatMap((event, e) => {
    let target = names2[dfa.next[s * dfa.width + e]];
    return target === void 0 ? [] : [[event, target]];
  }), holds = (c) => shown.filter(({ s }) => (dfa.verdicts[s] & 1 << c) !== 0).map(({ name: name2 }) => name2);
  return {
    start: names2[dfa.start],
    states: Object.fromEntries(shown.map(({ name: name2, s }) => [name2, Object.fromEntries(row(s))])),
    categories: Object.fromEntries(
      categories.map((category, c) => [category.name, holds(c)]).filter(([name2, members]) => name2 !== "fail" || members.length > 0)
    )
  };
}
function findFailSink({ states, width, start, next, verdicts }, categories) {
  let fail4 = categories.findIndex((category) => category.name === "fail"), verdict = fail4 === -1 ? 0 : 1 << fail4;
  for (let s = 0; s < states; s += 1)
    if (!(s === start || verdicts[s] !== verdict) && next.subarray(s * width, (s + 1) * width).every((target) => target === s))
      return s;
}

// src/diagnostics/nearest-name.ts
function nearestName(name2, known) {
  let best, bestDistance = (name2.length === 1 ? 0 : Math.max(1, Math.floor(name2.length / 3))) + 1;
  for (let candidate of known) {
    let distance = editDistance(name2.toLowerCase(), candidate.toLowerCase(), bestDistance);
    distance < bestDistance && (best = candidate, bestDistance = distance);
  }
  return best;
}
function editDistance(a, b, limit) {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast = [], last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    let row = [i];
    for (let j = 1; j <= b.length; j++) {
      let same = a[i - 1] === b[j - 1], cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && (cost = Math.min(cost, beforeLast[j - 2] + 1)), row.push(cost);
    }
    beforeLast = last, last = row;
  }
  return last[b.length];
}

// src/logic/formula/suggestion.ts
function suggestion(name2, known, otherwise) {
  let best = nearestName(name2, known);
  return best !== void 0 ? `did you mean '${best}'?` : known.length === 0 ? otherwise : `${otherwise}: ${known.join(", ")}`;
}

// src/logic/formula/choose-categories.ts
var maxCategories = 30;
function chooseCategories(requested, offered, byDefault = offered) {
  if (requested === void 0) return limited(byDefault);
  if (requested.length === 0)
    throw new UserError({
      code: "no-categories",
      message: "the list of categories is empty",
      remedy: `name at least one of: ${names(offered)}, or leave the list out`
    });
  return limited(
    requested.map((name2, i) => {
      if (requested.indexOf(name2) !== i)
        throw new UserError({
          code: "duplicate-category",
          message: `the category '${name2}' is listed twice`,
          remedy: "list each category once"
        });
      let category = offered.find((candidate) => candidate.name === name2);
      if (category !== void 0) return category;
      throw new UserError({
        code: "unknown-category",
        message: `'${name2}' is not a category of this property`,
        remedy: suggestion(
          name2,
          offered.map((candidate) => candidate.name),
          "use one of"
        )
      });
    })
  );
}
function limited(categories) {
  if (categories.length <= maxCategories) return categories;
  throw new UserError({
    code: "too-many-categories",
    message: `${categories.length} categories are of interest, more than ${maxCategories}`,
    remedy: `name the ones to watch, at most ${maxCategories}, as categories`
  });
}
function names(categories) {
  return categories.map((category) => category.name).join(", ");
}

// src/logic/formula/formula-scanner.ts
var namePattern = /[\p{ID_Start}_$](?:[.-]*[\p{ID_Continue}$])*/uy, numberPattern = /[0-9]+/y, blankPattern = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y, maxNesting = 500, FormulaScanner = class {
  #source;
  #text;
  #operators;
  #events;
  #token;
  #depth = 0;
  /** `source` is what the text is called in errors. */
  constructor(input, operators, source = "formula") {
    if (this.#source = source, this.#text = input.formula, this.#operators = [...operators].sort((a, b) => b.length - a.length), this.#events = input.events, input.formula.length > input.limits.formulaLength)
      throw new UserError({
        code: "formula-too-long",
        message: `the formula has ${input.formula.length} characters, more than ${input.limits.formulaLength}`,
        remedy: `make the formula shorter, or raise the limit: limits: { formulaLength: ${input.formula.length} }`
      });
    this.#token = this.#scan(0);
  }
  /** The token at hand. */
  peek() {
    return this.#token;
  }
  /** Takes the token at hand. */
  next() {
    let token = this.#token;
    return this.#token = this.#scan(token.end), token;
  }
  /** Whether the token at hand is this operator, or this name without quotes. */
  at(text) {
    let { kind } = this.#token;
    return (kind === "operator" || kind === "name") && this.#token.text === text;
  }
  /** Whether this operator follows the token at hand. */
  precedes(operator) {
    let following = this.#scan(this.#token.end);
    return following.kind === "operator" && following.text === operator;
  }
  /** Takes the token at hand if it is this operator, or this name without quotes. */
  accept(text) {
    return this.at(text) ? (this.next(), !0) : !1;
  }
  /** Takes this operator or name; anything else is an error. */
  expect(text) {
    return this.at(text) || this.failExpected(`'${text}'`), this.next();
  }
  /** Parses what stands inside an opening token. Nesting is limited, since parsers and passes after them recurse. */
  nested(open, parse) {
    if (this.#depth === maxNesting)
      throw new UserError({
        code: "formula-too-deep",
        message: `the formula is nested more than ${maxNesting} levels deep`,
        span: this.span(open),
        remedy: "leave out needless parentheses, or split the property"
      });
    this.#depth += 1;
    let result = parse();
    return this.#depth -= 1, result;
  }
  /** The index of the event that a token names; an error with the likeliest other name if there is none. */
  eventOf(token) {
    let index = this.#events.indexOf(token.text);
    if (index === -1)
      throw new UserError({
        code: "unknown-event",
        message: `'${token.text}' is not an event of this property`,
        span: this.span(token),
        remedy: suggestion(token.text, this.#events, "declare it, or use one of the events")
      });
    return index;
  }
  /** A place from the beginning of one token to the end of another (of the same, when there is one). */
  span(first, last = first) {
    return { source: this.#source, text: this.#text, start: first.start, end: last.end };
  }
  /** The whole formula as a place, without the blank around it. */
  whole() {
    let start = this.#text.length - this.#text.trimStart().length;
    return { source: this.#source, text: this.#text, start, end: Math.max(start, this.#text.trimEnd().length) };
  }
  /** A mistake in syntax at a token. */
  fail(message, token = this.#token, remedy) {
    throw new UserError({
      code: "formula-syntax",
      message,
      span: this.span(token),
      ...remedy === void 0 ? {} : { remedy }
    });
  }
  /** The token at hand is not what the syntax asks for. */
  failExpected(expected) {
    this.fail(`expected ${expected}, found ${describe(this.#token)}`);
  }
  #scan(from) {
    let text = this.#text;
    blankPattern.lastIndex = from, blankPattern.test(text);
    let start = blankPattern.lastIndex;
    if (start >= text.length) {
      let end = text.trimEnd().length;
      return { kind: "end", text: "", start: end, end };
    }
    let quote = text[start];
    if (quote === "'" || quote === '"') {
      let close = text.indexOf(quote, start + 1), token2 = { kind: "quoted", text: text.slice(start + 1, close), start, end: close + 1 };
      return close === -1 && this.fail("this quote is never closed", { ...token2, end: start + 1 }), token2.text === "" && this.fail("a quoted event name is empty", token2), token2;
    }
    for (let operator of this.#operators)
      if (text.startsWith(operator, start))
        return { kind: "operator", text: operator, start, end: start + operator.length };
    for (let [kind, pattern] of [
      ["name", namePattern],
      ["number", numberPattern]
    ])
      if (pattern.lastIndex = start, pattern.test(text)) return { kind, text: text.slice(start, pattern.lastIndex), start, end: pattern.lastIndex };
    let character = String.fromCodePoint(text.codePointAt(start)), token = { kind: "operator", text: character, start, end: start + character.length };
    return text.startsWith("/*", start) && this.fail("this comment is never closed", { ...token, end: start + 2 }), this.fail(`'${character}' has no meaning here`, token, "put an event name with unusual characters in quotes");
  }
};
function describe(token) {
  return token.kind === "end" ? "the end of the formula" : token.kind === "number" ? `the number ${token.text}` : `'${token.text}'`;
}

// src/logic/cfg/grammar.ts
function isEvent(symbol) {
  return symbol >= 0;
}
function nonterminal(n) {
  return ~n;
}
function closeUpwards({ productions }, admits) {
  let marked = new Uint8Array(productions.length), holds = (symbol) => admits(symbol) || symbol < 0 && marked[~symbol] === 1;
  for (let changed = !0; changed; )
    changed = !1, productions.forEach((alternatives, n) => {
      marked[n] === 1 || !alternatives.some((production) => production.every(holds)) || (marked[n] = 1, changed = !0);
    });
  return marked;
}
function nullableNonterminals(grammar) {
  return closeUpwards(grammar, () => !1);
}

// src/logic/cfg/rests.ts
var emptyRest = 0;
function numberRests(grammar) {
  let heads = [0], tails = [emptyRest], numbers = /* @__PURE__ */ new Map(), numberOf = (production) => {
    let tail = emptyRest;
    for (let k = production.length - 1; k >= 0; k -= 1) {
      let key2 = `${production[k]} ${tail}`, known = numbers.get(key2);
      known === void 0 && (numbers.set(key2, heads.length), heads.push(production[k]), tails.push(tail)), tail = known ?? heads.length - 1;
    }
    return tail;
  }, productions = grammar.productions.map(
    (alternatives) => alternatives.filter((production) => production.length > 0).map(numberOf)
  ), start = numberOf([nonterminal(grammar.start)]);
  return { count: heads.length, heads, tails, productions, nullable: nullableNonterminals(grammar), start };
}

// src/logic/cfg/grammar-event-sets.ts
function unionsBefore2(grammar, labels, visit) {
  let rests = numberRests(grammar), { count: count2, heads, tails, productions, start } = rests, words = wordUnions(rests, labels, visit), result = Array.from({ length: grammar.width }, () => /* @__PURE__ */ new Set()), left = Array.from({ length: count2 }, () => /* @__PURE__ */ new Set()), pending = [], reach = (rest, union) => {
    rest === emptyRest || left[rest].has(union) || (left[rest].add(union), pending.push([rest, union]));
  };
  reach(start, labels.none);
  for (let item = pending.pop(); item !== void 0; item = pending.pop()) {
    let [rest, union] = item, head = heads[rest];
    if (isEvent(head)) result[head].add(union);
    else for (let production of productions[~head]) reach(production, union);
    if (tails[rest] !== emptyRest)
      for (let word of words(head))
        visit(), reach(tails[rest], labels.union(union, word));
  }
  return result;
}
function unionsAfter2(grammar, labels, visit) {
  let productions = grammar.productions.map(
    (alternatives) => alternatives.map((production) => production.toReversed())
  );
  return unionsBefore2({ ...grammar, productions }, labels, visit);
}
function wordUnions(rests, labels, visit) {
  let { count: count2, heads, tails, productions, nullable } = rests, ofRest = Array.from({ length: count2 }, () => /* @__PURE__ */ new Set()), ofNonterminal = productions.map(() => /* @__PURE__ */ new Set()), ofEvent = [], ofSymbol = (symbol) => isEvent(symbol) ? ofEvent[symbol] ??= /* @__PURE__ */ new Set([labels.of(symbol)]) : ofNonterminal[~symbol], byTail = Array.from({ length: count2 }, () => []), byHead = productions.map(() => []);
  for (let rest = 1; rest < count2; rest += 1)
    byTail[tails[rest]].push(rest), isEvent(heads[rest]) || byHead[~heads[rest]].push(rest);
  let definers = Array.from({ length: count2 }, () => []);
  productions.forEach((alternatives, n) => alternatives.forEach((rest) => definers[rest].push(n)));
  let pending = [], foundRest = (rest, union) => {
    ofRest[rest].has(union) || (ofRest[rest].add(union), pending.push(() => {
      for (let n of definers[rest]) foundNonterminal(n, union);
      for (let longer of byTail[rest])
        for (let word of ofSymbol(heads[longer]))
          visit(), foundRest(longer, labels.union(word, union));
    }));
  }, foundNonterminal = (n, union) => {
    ofNonterminal[n].has(union) || (ofNonterminal[n].add(union), pending.push(() => {
      for (let rest of byHead[n])
        for (let tail of ofRest[tails[rest]])
          visit(), foundRest(rest, labels.union(union, tail));
    }));
  };
  foundRest(emptyRest, labels.none), nullable.forEach((derivesEmpty, n) => {
    derivesEmpty === 1 && foundNonterminal(n, labels.none);
  });
  for (let combine = pending.pop(); combine !== void 0; combine = pending.pop()) combine();
  return ofSymbol;
}

// src/logic/cfg/judge-at-end.ts
function judgeAtEnd2(grammar, end) {
  let { width, start, productions } = grammar, mentioned = productions.some((alternatives) => alternatives.some((production) => production.includes(end))), nullable = nullableNonterminals(grammar), size2 = productions.length, closing = (n) => n + size2, open = productions.map((alternatives) => alternatives.filter((production) => !production.includes(end))), closed = productions.map(
    (alternatives) => alternatives.flatMap((production) => closings(production).map(([before, last]) => [...before, last]))
  );
  function closings(production) {
    let found = [];
    for (let k = production.length - 1; k >= 0; k -= 1) {
      let symbol = production[k], before = production.slice(0, k);
      if (symbol === end ? found.push([before, end]) : isEvent(symbol) || found.push([before, nonterminal(closing(~symbol))]), isEvent(symbol) || nullable[~symbol] === 0) break;
    }
    return found.filter(([before]) => !before.includes(end));
  }
  let word = nonterminal(start), ended = mentioned ? [nonterminal(closing(start))] : [word, end];
  return { width, start: 2 * size2, productions: [...open, ...closed, [[word], ended]] };
}

// src/logic/cfg/parse-grammar.ts
var grammarOperators = ["->", "|", ",", ";", "(", ")", "*", "+", "?"];
function parseGrammar(scanner, events) {
  let rules = parseRules(scanner);
  for (let { left } of rules)
    if (events.includes(left.text))
      throw new UserError({
        code: "event-as-nonterminal",
        message: `'${left.text}' is an event, so no rule can define it`,
        span: scanner.span(left),
        remedy: "choose another name for the nonterminal"
      });
  return { grammar: lower(scanner, rules, events), start: rules[0].left };
}
function parseRules(scanner) {
  let rules = [], ahead;
  do {
    let left = ahead ?? leftSide();
    for (ahead = void 0, scanner.expect("->"), rules.push({ left, right: choice() }); scanner.accept(",") || scanner.accept(";"); ) ;
  } while (ahead !== void 0 || scanner.peek().kind !== "end");
  return rules;
  function leftSide() {
    let { kind } = scanner.peek();
    return kind === "quoted" && scanner.fail("a quoted name is always an event, so no rule can define it"), kind !== "name" && scanner.failExpected("a rule such as 'S -> a S b | epsilon'"), scanner.at("epsilon") && scanner.fail("no rule can define 'epsilon', the empty word"), scanner.next();
  }
  function choice() {
    let options2 = [sequence()];
    for (; ahead === void 0 && scanner.accept("|"); ) options2.push(sequence());
    return options2.length === 1 ? options2[0] : { kind: "choice", options: options2 };
  }
  function sequence() {
    startsPart() || scanner.failExpected("an event, a nonterminal, 'epsilon' or '('");
    let parts = [];
    for (; startsPart(); ) {
      let token = scanner.peek(), body = part();
      if (token.kind === "name" && scanner.at("->")) {
        parts.length === 0 && scanner.fail(`'${token.text}' begins a rule, but the one before it has no right side`, token), ahead = token;
        break;
      }
      parts.push(repetition(body));
    }
    return parts.length === 1 ? parts[0] : { kind: "sequence", parts };
  }
  function startsPart() {
    let { kind } = scanner.peek();
    return kind === "name" || kind === "quoted" || scanner.at("(");
  }
  function repetition(body) {
    let operator;
    for (let next = postfix(); next !== void 0; next = postfix())
      operator = operator === void 0 || operator === next ? next : "*";
    return operator === void 0 ? body : { kind: "repetition", body, operator };
  }
  function postfix() {
    return ["*", "+", "?"].find((operator) => scanner.accept(operator));
  }
  function part() {
    return scanner.at("(") ? scanner.nested(scanner.next(), () => {
      let inner = choice();
      return ahead !== void 0 && scanner.failExpected("')'"), scanner.expect(")"), inner;
    }) : scanner.at("epsilon") ? (scanner.next(), { kind: "sequence", parts: [] }) : { kind: "symbol", token: scanner.next() };
  }
}
function lower(scanner, rules, events) {
  let names2 = [...new Set(rules.map(({ left }) => left.text))], productions = names2.map(() => []);
  for (let { left, right } of rules) productions[names2.indexOf(left.text)].push(...alternatives(right));
  return { width: events.length, start: 0, productions };
  function alternatives(expression) {
    return expression.kind === "choice" ? expression.options.flatMap(alternatives) : [production(expression)];
  }
  function production(expression) {
    switch (expression.kind) {
      case "symbol":
        return [symbolOf(expression.token)];
      case "sequence":
        return expression.parts.flatMap(production);
      case "choice":
        return [define(() => alternatives(expression))];
      case "repetition": {
        let { body, operator } = expression;
        return [
          define((self) => {
            let once = alternatives(body), again = operator === "?" ? [] : once.map((one) => [...one, self]);
            return [...operator === "+" ? once : [[]], ...operator === "?" ? once : again];
          })
        ];
      }
    }
  }
  function define(right) {
    let n = productions.push([]) - 1;
    return productions[n].push(...right(nonterminal(n))), nonterminal(n);
  }
  function symbolOf(token) {
    let n = token.kind === "name" ? names2.indexOf(token.text) : -1;
    if (n !== -1) return nonterminal(n);
    if (token.kind === "quoted" || events.includes(token.text)) return scanner.eventOf(token);
    throw new UserError({
      code: "unknown-event",
      message: `'${token.text}' is not an event of this property, and no rule defines it`,
      span: scanner.span(token),
      remedy: suggestion(token.text, [...events, ...names2], "declare it, add a rule for it, or use one of")
    });
  }
}

// src/logic/cfg/prefix-grammar.ts
function failEntries(grammar, end) {
  let { productions, start } = openPrefixes(grammar, end), anyEvent = productions.length;
  return {
    width: grammar.width,
    start: anyEvent + 1,
    productions: [
      ...productions,
      Array.from({ length: grammar.width }, (_, e) => [e]),
      [[nonterminal(start), nonterminal(anyEvent)]]
    ]
  };
}
function nonEmptyTraces(width) {
  let again = Array.from({ length: width }, (_, e) => [e, nonterminal(0)]);
  return { width, start: 0, productions: [[...again, ...Array.from({ length: width }, (_, e) => [e])]] };
}
function openPrefixes({ width, start, productions }, end) {
  let size2 = productions.length, cut2 = (production) => production.flatMap((symbol, k) => {
    if (symbol === end) return [];
    let last = isEvent(symbol) ? symbol : nonterminal(~symbol + size2);
    return [[...production.slice(0, k), last]];
  });
  return {
    width,
    start: start + size2,
    productions: [...productions, ...productions.map((alternatives) => [[], ...alternatives.flatMap(cut2)])]
  };
}

// src/logic/cfg/stack-node.ts
var none = [], StackNode = class {
  /** Above zero and unique once the node is finished; below zero while it is a draft of the event at hand. */
  id;
  /** Whether the word is complete when the node is done. */
  accepts;
  /** Edges: after the node, `rests[i]` (never empty) is to be read on top of `targets[i]`. No two are equal. */
  rests = [];
  targets = [];
  /** Some of the nodes whose continuations are all among this node's. */
  covers = none;
  /** Of a finished node, what it takes to equal another at first sight; noted by `merge-equal-nodes.ts`. */
  shape = void 0;
  constructor(id, accepts) {
    this.id = id, this.accepts = accepts;
  }
  /** Adds an edge; false when it is there. */
  connect(rest, target) {
    for (let i = 0; i < this.rests.length; i += 1)
      if (this.rests[i] === rest && this.targets[i] === target) return !1;
    return this.rests.push(rest), this.targets.push(target), !0;
  }
  /** Adds what another node has; false when all of it is there. */
  include(other) {
    let grown2 = other.accepts && !this.accepts;
    grown2 && (this.accepts = !0);
    for (let i = 0; i < other.rests.length; i += 1)
      this.connect(other.rests[i], other.targets[i]) && (grown2 = !0);
    return grown2;
  }
  /** Drops edges that another edge makes superfluous: the same rest on top of a node that covers the target. */
  prune() {
    for (let i = this.rests.length - 1; i >= 0; i -= 1)
      this.rests.some(
        (rest, j) => j !== i && rest === this.rests[i] && this.targets[j].covers.includes(this.targets[i])
      ) && (this.rests.splice(i, 1), this.targets.splice(i, 1));
  }
};

// src/logic/cfg/closure.ts
var Closure = class {
  accepts = !1;
  /** Per event that may follow, what is left after it. */
  readings = [];
  /** Finished nodes that were met on the way: what drafts may turn out to equal. */
  met = /* @__PURE__ */ new Set();
  #rests;
  /** By nonterminal. */
  #drafts = [];
  /** Tail calls: the first node takes over all edges of the second. */
  #tailCalls = [];
  #done = /* @__PURE__ */ new Set();
  #seen = /* @__PURE__ */ new Set();
  #agenda = [];
  constructor(rests) {
    this.#rests = rests;
  }
  /** `rest` is to be read on top of `target`. */
  add(rest, target) {
    if (target.id > 0 && this.met.add(target), rest === emptyRest) {
      this.#pop(target);
      return;
    }
    if (!this.#seen.has(this.#keyOf(rest, target))) {
      this.#seen.add(this.#keyOf(rest, target));
      for (let covered of target.covers) this.#seen.add(this.#keyOf(rest, covered));
      this.#agenda.push({ rest, target });
    }
  }
  /** Reads on from all that was added, up to the events that may follow. */
  run() {
    let { heads, tails, nullable } = this.#rests;
    for (let item = this.#agenda.pop(); item !== void 0; item = this.#agenda.pop()) {
      let { rest, target } = item, head = heads[rest], tail = tails[rest];
      if (isEvent(head)) {
        let reading = this.readings[head] ??= { rests: [], targets: [] };
        reading.rests.push(tail), reading.targets.push(target);
        continue;
      }
      let node = this.#push(~head);
      tail !== emptyRest ? node.connect(tail, target) : node !== target && this.#tailCalls.push([node, target]), nullable[~head] === 1 && this.add(tail, target);
    }
    this.#takeOver();
  }
  #takeOver() {
    for (let grown2 = !0; grown2; ) {
      grown2 = !1;
      for (let [node, target] of this.#tailCalls) node.include(target) && (grown2 = !0);
    }
    for (let [node, target] of this.#tailCalls) node.covers = [...node.covers, target];
    for (let draft of this.#drafts) draft?.prune();
  }
  #push(n) {
    let known = this.#drafts[n];
    if (known !== void 0) return known;
    let draft = new StackNode(-1 - n, !1);
    this.#drafts[n] = draft;
    for (let production of this.#rests.productions[n]) this.add(production, draft);
    return draft;
  }
  /** A draft that is done has read nothing: who pushed it has skipped it already. */
  #pop(node) {
    node.id < 0 || this.#done.has(node) || (this.#done.add(node), node.accepts && (this.accepts = !0), node.rests.forEach((rest, i) => this.add(rest, node.targets[i])));
  }
  /** Drafts that something to be read leads to. Notes the finished nodes that their edges lead to as met. */
  usedDrafts() {
    let used = /* @__PURE__ */ new Set(), use = (node) => {
      node.id > 0 ? this.met.add(node) : used.add(node);
    };
    for (let reading of this.readings) reading?.targets.forEach(use);
    for (let draft of used) draft.targets.forEach(use);
    return [...used].sort((a, b) => b.id - a.id);
  }
  #keyOf(rest, target) {
    let { count: count2, productions } = this.#rests;
    return (target.id + productions.length) * count2 + rest;
  }
};

// src/logic/cfg/generations.ts
var Generations = class {
  #recent = /* @__PURE__ */ new Map();
  #older = /* @__PURE__ */ new Map();
  get(key2) {
    let recent = this.#recent.get(key2);
    if (recent !== void 0) return recent;
    let older = this.#older.get(key2);
    return older === void 0 ? void 0 : this.set(key2, older);
  }
  set(key2, value) {
    return this.#recent.set(key2, value), value;
  }
  turn() {
    this.#older = this.#recent, this.#recent = /* @__PURE__ */ new Map();
  }
};

// src/logic/cfg/merge-equal-nodes.ts
function mergeEqualNodes(drafts, candidates) {
  let shapes = /* @__PURE__ */ new Map(), blocks = /* @__PURE__ */ new Map();
  for (let draft of drafts) {
    let shape = shapeOf(draft);
    shapes.has(shape) || shapes.set(shape, shapes.size), blocks.set(draft, shapes.get(shape));
  }
  let left = 32;
  for (let candidate of candidates) {
    candidate.shape ??= shapeOf(candidate);
    let block = shapes.get(candidate.shape);
    if (block !== void 0 && (blocks.set(candidate, block), left -= 1, left === 0))
      break;
  }
  refine2(blocks, shapes.size);
  let standing = /* @__PURE__ */ new Map();
  for (let [node, block] of blocks) {
    let other = standing.get(block);
    (other === void 0 || node.id > 0 && (other.id < 0 || node.id < other.id)) && standing.set(block, node);
  }
  let merged = /* @__PURE__ */ new Map();
  for (let [node, block] of blocks) merged.set(node, standing.get(block));
  return merged;
}
function shapeOf({ accepts, rests }) {
  return `${accepts ? "!" : ""}${[...new Set(rests)].sort((a, b) => a - b).join()}`;
}
function refine2(blocks, initial) {
  for (let count2 = initial; count2 < blocks.size; ) {
    let numbers = /* @__PURE__ */ new Map(), refined = [];
    for (let [node, block] of blocks) {
      let edges = node.rests.map((rest, i2) => {
        let target = node.targets[i2], targetBlock = blocks.get(target);
        return targetBlock === void 0 ? `${rest}#${target.id}` : `${rest}.${targetBlock}`;
      }), signature = `${block}:${[...new Set(edges)].sort().join()}`, number = numbers.get(signature) ?? numbers.size;
      numbers.set(signature, number), refined.push(number);
    }
    let i = 0;
    for (let node of blocks.keys()) blocks.set(node, refined[i++]);
    if (numbers.size === count2) return;
    count2 = numbers.size;
  }
}

// src/logic/cfg/recognizer.ts
var Configuration = class {
  /** Unique within a recognizer. */
  id;
  /** Whether the word so far is in the language. */
  accepts;
  /** Per event that may follow, what is left to read after it. */
  readings;
  /** Successors that are known, by event. */
  successors = noSuccessors;
  constructor(id, accepts, readings) {
    this.id = id, this.accepts = accepts, this.readings = readings;
  }
  /** How many readings are open. */
  get size() {
    return this.readings.reduce((sum, reading) => sum + (reading?.rests.length ?? 0), 0);
  }
  /** Whether some event may follow. Not so, and not accepting, is `fail`: the grammar is trimmed. */
  get open() {
    return this.readings.length > 0;
  }
}, noSuccessors = [], Recognizer = class {
  initial;
  /** After words that no continuation completes. */
  failed;
  /** After a complete word with its terminal event at the end, and after what follows that. */
  ended;
  done;
  #rests;
  #end;
  #remembered;
  /** Also the last id given; drafts have -1, -2 … */
  #nodeCount = 0;
  #configurationCount = 0;
  /** What was made since the last turn, and in the turn before, by content. */
  #stacks = new Generations();
  #configurations = new Generations();
  /** Configurations that remember successors; at a turn they forget them. */
  #remembering = [];
  #steps = 0;
  /**
   * The grammar must be trimmed, with the terminal event, if there is one, at the end of its words only. `remembered`
   * bounds the memory for configurations that no monitor holds.
   */
  constructor(grammar, end, remembered = 4096) {
    this.#rests = numberRests(grammar), this.#end = end, this.#remembered = remembered, this.failed = this.#closed(grammar.width, !1), this.done = this.#closed(grammar.width, !1), this.ended = this.#closed(grammar.width, !0, this.done);
    let bottom = new StackNode(this.#nodeCount += 1, !0);
    this.initial = this.#close({ rests: [this.#rests.start], targets: [bottom] });
  }
  /** A configuration from which all events lead to `next`, or back to itself. */
  #closed(width, accepts, next) {
    let configuration = this.#make(accepts, []);
    return configuration.successors = Array.from({ length: width }, () => next ?? configuration), configuration;
  }
  step(configuration, event) {
    return configuration.successors[event] ?? this.#advance(configuration, event);
  }
  #advance(configuration, event) {
    let readings = configuration.readings[event];
    if (readings === void 0) return this.failed;
    if (event === this.#end) return this.ended;
    this.#steps === this.#remembered && this.#turn(), this.#steps += 1;
    let successor = this.#close(readings);
    return configuration.successors === noSuccessors && (configuration.successors = [], this.#remembering.push(configuration)), configuration.successors[event] = successor, successor;
  }
  #turn() {
    this.#steps = 0, this.#stacks.turn(), this.#configurations.turn();
    for (let configuration of this.#remembering) configuration.successors = noSuccessors;
    this.#remembering = [];
  }
  /** All that may follow from the readings without a further event. */
  #close(kernel) {
    let closure2 = new Closure(this.#rests);
    kernel.rests.forEach((rest, i) => closure2.add(rest, kernel.targets[i])), closure2.run();
    let drafts = closure2.usedDrafts(), merged = drafts.length === 0 ? void 0 : this.#finish(drafts, closure2.met);
    return this.#intern(closure2, merged);
  }
  /** Makes nodes of the drafts that are like no node met. */
  #finish(drafts, met) {
    let merged = mergeEqualNodes(drafts, met), fresh = drafts.filter((draft) => merged.get(draft) === draft);
    if (fresh.length === 0) return merged;
    let places = new Map(fresh.map((draft, i) => [draft, i])), edges = fresh.map((draft) => {
      let unique3 = /* @__PURE__ */ new Map();
      return draft.rests.forEach((rest, i) => {
        let target = merged.get(draft.targets[i]) ?? draft.targets[i];
        unique3.set(`${rest}${target.id < 0 ? `.${places.get(target)}` : `#${target.id}`}`, [rest, target]);
      }), unique3;
    }), key2 = fresh.map((draft, i) => `${draft.accepts ? "!" : ""}${[...edges[i].keys()].sort().join()}`).join(" "), nodes = this.#stacks.get(key2) ?? this.#stacks.set(key2, this.#build(fresh, edges, places));
    return new Map(
      Array.from(merged, ([node, standing]) => [node, standing.id < 0 ? nodes[places.get(standing)] : standing])
    );
  }
  #build(drafts, edges, places) {
    let nodes = drafts.map((draft) => new StackNode(this.#nodeCount += 1, draft.accepts));
    return nodes.forEach((node, i) => {
      let pairs = [...edges[i].values()];
      node.rests = pairs.map(([rest]) => rest), node.targets = pairs.map(([, target]) => target.id < 0 ? nodes[places.get(target)] : target);
      let covered = drafts[i].covers.filter((other) => node.targets.includes(other));
      covered.length > 0 && (node.covers = covered);
    }), nodes;
  }
  /** The configuration with this content, the known one if there is one. */
  #intern(closure2, merged) {
    let key2 = closure2.accepts ? "!" : "", readings = [];
    return closure2.readings.forEach((reading, event) => {
      let unique3 = /* @__PURE__ */ new Map();
      reading.rests.forEach((rest, i) => {
        let target = merged?.get(reading.targets[i]) ?? reading.targets[i];
        unique3.set(`${rest}#${target.id}`, [rest, target]);
      }), key2 += ` ${event}:${[...unique3.keys()].sort().join()}`;
      let pairs = [...unique3.values()];
      readings[event] = { rests: pairs.map(([rest]) => rest), targets: pairs.map(([, target]) => target) };
    }), key2 === "" ? this.failed : this.#configurations.get(key2) ?? this.#configurations.set(key2, this.#make(closure2.accepts, readings));
  }
  #make(accepts, readings) {
    return new Configuration(this.#configurationCount += 1, accepts, readings);
  }
};

// src/logic/cfg/trim-grammar.ts
function trimGrammar(grammar) {
  let productive = closeUpwards(grammar, isEvent);
  if (productive[grammar.start] === 0) return;
  let ends = (production) => production.every((symbol) => isEvent(symbol) || productive[~symbol] === 1), ending = grammar.productions.map((alternatives) => alternatives.filter(ends)), audible = nonterminalsWithEvents(ending), shortened = ending.map((alternatives, n) => {
    let unique3 = /* @__PURE__ */ new Map();
    for (let production of alternatives) {
      let kept = production.filter((symbol) => isEvent(symbol) || audible[~symbol] === 1);
      (kept.length !== 1 || kept[0] !== nonterminal(n)) && unique3.set(kept.join(" "), kept);
    }
    return [...unique3.values()];
  }), numbers = /* @__PURE__ */ new Map([[grammar.start, 0]]);
  for (let n of numbers.keys())
    for (let symbol of shortened[n].flat())
      !isEvent(symbol) && !numbers.has(~symbol) && numbers.set(~symbol, numbers.size);
  let renumber = (symbol) => isEvent(symbol) ? symbol : nonterminal(numbers.get(~symbol));
  return {
    width: grammar.width,
    start: 0,
    productions: Array.from(numbers.keys(), (n) => shortened[n].map((production) => production.map(renumber)))
  };
}
function nonterminalsWithEvents(productions) {
  let audible = new Uint8Array(productions.length);
  for (let changed = !0; changed; )
    changed = !1, productions.forEach((alternatives, n) => {
      audible[n] !== 1 && alternatives.some((production) => production.some((s) => isEvent(s) || audible[~s] === 1)) && (audible[n] = 1, changed = !0);
    });
  return audible;
}

// src/logic/cfg/cfg.ts
var match = { name: "match", report: "event" }, fail = { name: "fail", report: "entry" }, fewConfigurations = 32, unionsPerEventSet = 32, cfg = {
  name: "cfg",
  description: "context-free grammars: nested and balanced events, such as calls and returns",
  synthesize
};
function synthesize(input) {
  let { events } = input, categories = chooseCategories(input.categories, [match, fail]), scanner = new FormulaScanner(input, grammarOperators), formula = scanner.whole(), parsed = parseGrammar(scanner, events), end = input.end === void 0 ? void 0 : events.indexOf(input.end), written = trimGrammar(parsed.grammar), grammar = written === void 0 || end === void 0 ? written : trimGrammar(judgeAtEnd2(written, end));
  if (grammar === void 0)
    throw new UserError({
      code: "empty-language",
      message: written === void 0 ? `'${parsed.start.text}' derives no word: each of its derivations goes on for ever` : `'${parsed.start.text}' derives no word that ends with its terminal event '${input.end}'`,
      span: scanner.span(parsed.start),
      remedy: written === void 0 ? "give one of the nonterminals an alternative that ends, such as 'epsilon'" : `let nothing follow '${input.end}' in the grammar`
    });
  let recognizer = new Recognizer(grammar, end), matchBit = categories.includes(match) ? 1 << categories.indexOf(match) : 0, failBit = categories.includes(fail) ? 1 << categories.indexOf(fail) : 0, property = { input, categories, grammar, end, recognizer, verdict: (configuration) => configuration.accepts ? matchBit : configuration === recognizer.failed ? failBit : 0, formula };
  return hasFewConfigurations(recognizer, input) ? tableTemplate(property) : stackTemplate(property);
}
function hasFewConfigurations(recognizer, { events, limits }) {
  let few = Math.min(fewConfigurations, limits.states), found = /* @__PURE__ */ new Set([recognizer.initial]);
  for (let configuration of found) {
    if (found.size > few || configuration.size > few) return !1;
    for (let event = 0; event < events.length; event += 1) found.add(recognizer.step(configuration, event));
  }
  return !0;
}
function tableTemplate({ input, categories, recognizer, verdict, formula }) {
  let { events, end, limits } = input, machine = {
    start: recognizer.initial,
    successor: (configuration, event) => recognizer.step(configuration, event),
    key: (configuration) => configuration.id,
    verdict
  }, dfa = explore(machine, events.length, limits, formula);
  return { ...regularTemplate({ logic: "cfg", events, categories, end, dfa, limits, formula }), automaton: void 0 };
}
function stackTemplate({ input, categories, grammar, end, recognizer, verdict, formula }) {
  let { events, limits } = input, countUnions = () => {
    let left = limits.eventSets * unionsPerEventSet;
    return () => {
      if (left -= 1, left < 0) throw tooManyEventSets(limits, formula);
    };
  }, setsOf = (unions, wanted) => {
    let cache = /* @__PURE__ */ new Map();
    return (category) => {
      let sets = cache.get(category);
      if (sets === void 0) {
        let traces = categories[categoryIndex(categories, category)] === match ? grammar : nonEmptyTraces(events.length), all = eventSets(events, (labels) => unions(traces, labels, countUnions()));
        sets = Object.fromEntries(events.map((event) => [event, all[event].filter(wanted)])), cache.set(category, sets);
      }
      return sets;
    };
  }, { failed, ended, done } = recognizer, live = categories.includes(fail) ? (state) => state !== failed && state !== ended && state !== done : (state) => state.open;
  return {
    logic: "cfg",
    events,
    categories,
    end: input.end,
    initial: recognizer.initial,
    table: void 0,
    step: (state, event) => recognizer.step(state, event),
    verdict: (state) => verdict(state),
    live,
    automaton: void 0,
    enable: setsOf(unionsBefore2, () => !0),
    coenable: setsOf(unionsAfter2, (set) => set.length > 0),
    reportSets(labels) {
      let marked = numberLabels(labels.map((label) => label * 2 + 1)), languages = categories.map(
        (category) => category === match ? grammar : trimGrammar(failEntries(grammar, end))
      ), merge2 = (unions) => {
        let perLanguage = languages.map((language) => unions(language, marked, countUnions()));
        return events.map((_, e) => new Set(perLanguage.flatMap((perEvent) => [...perEvent[e]])));
      }, before = merge2(unionsBefore2), after = merge2(unionsAfter2), unmarked = (sets) => [...new Set(Array.from(sets, (set) => set >> 1))].sort((a, b) => a - b);
      return {
        starts: before.map((sets) => sets.has(0)),
        enable: before.map(unmarked),
        coenable: after.map((sets) => unmarked([...sets].filter((set) => set !== 0)))
      };
    }
  };
}

// src/logic/ere/expression.ts
var Expressions = class {
  empty = { kind: "empty", id: 0, nullable: !1 };
  epsilon = { kind: "epsilon", id: 1, nullable: !0 };
  /** All traces. */
  all;
  #terms = /* @__PURE__ */ new Map();
  #derivatives;
  #limit;
  #exceeded;
  #nextId = 2;
  /** For an alphabet of `width` events. What `exceeded` gives is thrown when there are more than `limit` terms. */
  constructor(width, limit, exceeded) {
    this.#limit = limit, this.#exceeded = exceeded, this.#derivatives = Array.from({ length: width }, () => /* @__PURE__ */ new Map()), this.all = this.complement(this.empty);
  }
  event(event) {
    return this.#share(`e${event}`, (id) => ({ kind: "event", id, nullable: !1, event }));
  }
  concatenation(left, right) {
    if (left === this.empty || right === this.empty) return this.empty;
    if (right === this.epsilon) return left;
    let heads = [], rest = left;
    for (; rest.kind === "concatenation"; rest = rest.tail) heads.push(rest.head);
    heads.push(rest);
    let result = right;
    for (let i = heads.length - 1; i >= 0; i -= 1) result = this.#prepend(heads[i], result);
    return result;
  }
  #prepend(head, tail) {
    if (head === this.epsilon) return tail;
    if (tail === this.epsilon) return head;
    if (head === this.all && tail.nullable || head.nullable && tail === this.all) return this.all;
    let [first, rest] = tail.kind === "concatenation" ? [tail.head, tail.tail] : [tail, this.epsilon], [one, other] = [asRepetition(head), asRepetition(first)];
    if (one.body === other.body) {
      let merged = this.repetition(one.body, one.least + other.least, one.most + other.most);
      return rest === this.epsilon ? merged : this.#prepend(merged, rest);
    }
    return this.#share(`c${head.id},${tail.id}`, (id) => ({
      kind: "concatenation",
      id,
      nullable: head.nullable && tail.nullable,
      head,
      tail
    }));
  }
  union(members) {
    return this.#lattice("union", members, this.empty, this.all);
  }
  intersection(members) {
    return this.#lattice("intersection", members, this.all, this.empty);
  }
  complement(body) {
    return body.kind === "complement" ? body.body : this.#share(`n${body.id}`, (id) => ({ kind: "complement", id, nullable: !body.nullable, body }));
  }
  repetition(body, least, most) {
    if (most === 0 || body === this.epsilon) return this.epsilon;
    if (body === this.empty) return least === 0 ? this.epsilon : this.empty;
    if (most === 1 && (least === 1 || body.nullable)) return body;
    if (body.nullable && least > 0) return this.repetition(body, 0, most);
    if (body === this.all || least === 0 && most === 1 / 0 && this.#coversAlphabet(body)) return this.all;
    if (least > this.#limit || most > this.#limit && most < 1 / 0) throw this.#exceeded();
    return body.kind === "repetition" && (least === most || (least + 1) * body.least <= times(least, body.most) + 1) ? this.repetition(body.body, least * body.least, most * body.most) : this.#share(`r${body.id},${least},${most}`, (id) => ({
      kind: "repetition",
      id,
      nullable: least === 0,
      body,
      least,
      most
    }));
  }
  #coversAlphabet(body) {
    return (body.kind === "union" ? body.members : [body]).filter((member) => member.kind === "event").length === this.#derivatives.length;
  }
  /** The language of the rests w of all traces `event` w in the expression. */
  derivative(expression, event) {
    if (expression.kind === "concatenation" && expression.head.kind === "event")
      return expression.head.event === event ? expression.tail : this.empty;
    let known = this.#derivatives[event].get(expression);
    if (known !== void 0) return known;
    let result = this.#derive(expression, event);
    return this.#derivatives[event].set(expression, result), result;
  }
  #derive(expression, event) {
    switch (expression.kind) {
      case "empty":
      case "epsilon":
        return this.empty;
      case "event":
        return expression.event === event ? this.epsilon : this.empty;
      case "concatenation":
        return this.#deriveConcatenation(expression, event);
      case "union":
        return this.union(expression.members.map((member) => this.derivative(member, event)));
      case "intersection":
        return this.intersection(expression.members.map((member) => this.derivative(member, event)));
      case "complement":
        return this.complement(this.derivative(expression.body, event));
      case "repetition": {
        let { body, least, most } = expression, rest = this.repetition(body, Math.max(0, least - 1), most - 1);
        return this.concatenation(this.derivative(body, event), rest);
      }
    }
  }
  /** The union of (derivative of one part, then the parts after it) over the parts that only nullable ones precede. */
  #deriveConcatenation(expression, event) {
    let known = this.#derivatives[event], spine = [expression], rest = expression.tail;
    for (; spine.at(-1).head.nullable && rest.kind === "concatenation" && !known.has(rest); )
      spine.push(rest), rest = rest.tail;
    let result = spine.at(-1).head.nullable ? this.derivative(rest, event) : this.empty;
    for (let part = spine.pop(); part !== void 0; part = spine.pop())
      result = this.union([this.concatenation(this.derivative(part.head, event), part.tail), result]), known.set(part, result);
    return result;
  }
  /** Union and intersection are dual: each has a unit that is dropped and a zero that absorbs. */
  #lattice(kind, operands, unit, zero) {
    let members = /* @__PURE__ */ new Set();
    for (let operand of operands)
      for (let member of operand.kind === kind ? operand.members : [operand]) {
        if (member === zero) return zero;
        member !== unit && members.add(member);
      }
    for (let member of members) if (member.kind === "complement" && members.has(member.body)) return zero;
    kind === "union" && dropCovered(members);
    let [first] = members;
    if (first === void 0) return unit;
    if (members.size === 1) return first;
    let sorted = [...members].sort((a, b) => a.id - b.id), nullable = kind === "union" ? sorted.some((member) => member.nullable) : sorted.every((member) => member.nullable), key2 = `${kind === "union" ? "u" : "i"}${sorted.map((member) => member.id).join(",")}`;
    return this.#share(key2, (id) => ({ kind, id, nullable, members: sorted }));
  }
  #share(key2, create) {
    let term = this.#terms.get(key2);
    if (term === void 0) {
      if (this.#nextId > this.#limit) throw this.#exceeded();
      term = create(this.#nextId++), this.#terms.set(key2, term);
    }
    return term;
  }
};
function dropCovered(members) {
  for (let member of members) {
    let rest = member;
    for (; rest.kind === "concatenation" && rest.head.nullable; )
      rest = rest.tail, members.delete(rest);
  }
}
function asRepetition(expression) {
  return expression.kind === "repetition" ? expression : { body: expression, least: 1, most: 1 };
}
function times(a, b) {
  return a === 0 ? 0 : a * b;
}

// src/logic/ere/parse-ere.ts
var ereOperators = ["|", "&", "~", "*", "+", "?", "{", "}", ",", "^", "(", ")"];
function parseEre(scanner, expressions, mentioned) {
  let result = union();
  return scanner.peek().kind !== "end" && scanner.failExpected("an operator or the end of the formula"), result;
  function union() {
    let members = [intersection()];
    for (; scanner.accept("|"); ) members.push(intersection());
    return expressions.union(members);
  }
  function intersection() {
    let members = [concatenation()];
    for (; scanner.accept("&"); ) members.push(concatenation());
    return expressions.intersection(members);
  }
  function concatenation() {
    let parts = [complement()];
    for (; startsPart(); ) parts.push(complement());
    return parts.reduceRight((tail, part2) => expressions.concatenation(part2, tail));
  }
  function startsPart() {
    let { kind } = scanner.peek();
    return kind === "name" || kind === "quoted" || scanner.at("(") || scanner.at("~");
  }
  function complement() {
    return scanner.at("~") ? scanner.nested(scanner.next(), () => expressions.complement(complement())) : repetition();
  }
  function repetition() {
    let body = part();
    for (; ; )
      if (scanner.accept("*")) body = expressions.repetition(body, 0, 1 / 0);
      else if (scanner.accept("+")) body = expressions.repetition(body, 1, 1 / 0);
      else if (scanner.accept("?")) body = expressions.repetition(body, 0, 1);
      else if (scanner.accept("^")) {
        let times2 = count2();
        body = expressions.repetition(body, times2, times2);
      } else if (scanner.at("{")) body = bounded(body);
      else return body;
  }
  function bounded(body) {
    let open = scanner.next(), least = count2(), most = least;
    scanner.accept(",") && (most = scanner.at("}") ? 1 / 0 : count2()), scanner.at("}") || scanner.failExpected("',' or '}'");
    let close = scanner.next();
    return most < least && scanner.fail(`at least ${least} and at most ${most} repetitions contradict each other`, {
      ...open,
      end: close.end
    }), expressions.repetition(body, least, most);
  }
  function count2() {
    return scanner.peek().kind !== "number" && scanner.failExpected("a number of repetitions"), Math.min(Number(scanner.next().text), Number.MAX_SAFE_INTEGER);
  }
  function part() {
    if (scanner.at("("))
      return scanner.nested(scanner.next(), () => {
        let inner = union();
        return scanner.expect(")"), inner;
      });
    if (scanner.accept("epsilon")) return expressions.epsilon;
    if (scanner.accept("empty")) return expressions.empty;
    let { kind } = scanner.peek();
    kind !== "name" && kind !== "quoted" && scanner.failExpected("an event, 'epsilon', 'empty', '~' or '('");
    let event = scanner.eventOf(scanner.next());
    return mentioned.add(event), expressions.event(event);
  }
}

// src/logic/ere/ere.ts
var match2 = { name: "match", report: "event" }, fail2 = { name: "fail", report: "entry" }, termsPerState = 50, ere = {
  name: "ere",
  description: "extended regular expressions: the order of events as a pattern, with intersection and complement",
  synthesize: synthesize2
};
function synthesize2(input) {
  let { events, end, limits } = input, categories = chooseCategories(input.categories, [match2, fail2]), scanner = new FormulaScanner(input, ereOperators), formula = scanner.whole(), expressions = new Expressions(
    events.length,
    limits.states * termsPerState,
    () => tooManyStates(limits, formula)
  ), mentioned = /* @__PURE__ */ new Set(), start = parseEre(scanner, expressions, mentioned), language = explore(
    {
      start,
      successor: (state, event) => expressions.derivative(state, event),
      key: (state) => state.id,
      verdict: (state) => state.nullable ? 1 : 0
    },
    events.length,
    limits,
    formula
  ), endEvent = end === void 0 ? -1 : events.indexOf(end), dfa = judge(language, categories, endEvent, mentioned.has(endEvent));
  return regularTemplate({ logic: "ere", events, categories, end, dfa, limits, formula, failSink: !0 });
}
function judge(language, categories, endEvent, endMentioned) {
  let { states, width, start, verdicts } = language, matchBit = categories.includes(match2) ? 1 << categories.indexOf(match2) : 0, failBit = categories.includes(fail2) ? 1 << categories.indexOf(fail2) : 0, [failed, ended, done] = [states, states + 1, states + 2], next = new Int32Array((states + 3) * width);
  if (next.set(language.next), endEvent !== -1)
    for (let s = 0; s < states; s += 1) {
      let judged = endMentioned ? language.next[s * width + endEvent] : s;
      next[s * width + endEvent] = verdicts[judged] === 1 ? ended : failed;
    }
  next.fill(failed, failed * width, ended * width), next.fill(done, ended * width);
  let accepting = new Int32Array(states + 3);
  accepting.set(verdicts), accepting[ended] = 1;
  let dfa = { states: states + 3, width, start, next, verdicts: accepting }, hopeful = liveStates(dfa, verdictGoals(dfa, 1));
  return {
    ...dfa,
    verdicts: accepting.map((accepts, s) => accepts === 1 ? matchBit : hopeful[s] === 1 || s === done ? 0 : failBit)
  };
}

// src/logic/fsm/parse-fsm.ts
var fsmOperators = ["->", "[", "]", "=", ","];
function parseFsm(scanner) {
  let states = [], aliases = [], declared = /* @__PURE__ */ new Map(), numbers = /* @__PURE__ */ new Map();
  do {
    let first = name2("a state");
    first.text === "alias" && !scanner.at("[") ? aliases.push(alias()) : states.push(state(first));
  } while (scanner.peek().kind !== "end");
  return states.length === 0 && scanner.fail("the machine has no state", aliases[0].name), numbers.set("fail", states.length), {
    states: states.map(({ name: name3, moves }) => ({
      name: name3.text,
      span: scanner.span(name3),
      successors: new Map([...moves].map(([event, { target }]) => [event, resolve(target)]))
    })),
    aliases: aliases.map((alias2) => ({
      name: alias2.name.text,
      span: scanner.span(alias2.name),
      states: new Set(alias2.states.map(resolve))
    }))
  };
  function state(stateName) {
    numbers.set(stateName.text, states.length), declare(stateName);
    let open = scanner.expect("["), moves = /* @__PURE__ */ new Map();
    for (; !scanner.accept("]"); ) {
      let place2 = scanner.peek();
      place2.kind === "end" && scanner.fail("this '[' is never closed", open), place2.kind !== "name" && place2.kind !== "quoted" && scanner.failExpected("an event, 'default' or ']'");
      let event = scanner.accept("default") ? "default" : scanner.eventOf(scanner.next()), earlier = moves.get(event);
      if (earlier !== void 0) {
        let message = `the state '${stateName.text}' has two transitions for '${place2.text}'`;
        duplicate("duplicate-transition", message, place2, earlier.place);
      }
      event !== "default" ? scanner.expect("->") : scanner.accept("->"), moves.set(event, { place: place2, target: name2("the state that the transition leads to") }), scanner.accept(",");
    }
    return { name: stateName, moves };
  }
  function alias() {
    let aliasName = name2("the name of the alias");
    declare(aliasName), scanner.expect("=");
    let members = [name2("a state")];
    for (; scanner.accept(",") || isName(scanner.peek()) && !scanner.at("alias") && !scanner.precedes("["); )
      members.push(name2("a state"));
    return { name: aliasName, states: members };
  }
  function name2(expected) {
    return isName(scanner.peek()) || scanner.failExpected(expected), scanner.next();
  }
  function declare(token) {
    token.text === "fail" && scanner.fail("'fail' is the name of what a missing transition leads to", token, "choose another name");
    let earlier = declared.get(token.text);
    earlier !== void 0 && duplicate("duplicate-state", `the name '${token.text}' is declared twice`, token, earlier), declared.set(token.text, token);
  }
  function duplicate(code, message, token, earlier) {
    throw new UserError({
      code,
      message,
      span: scanner.span(token),
      notes: [{ message: "the first is here", span: scanner.span(earlier) }],
      remedy: "remove or rename one of them"
    });
  }
  function resolve(token) {
    let number = numbers.get(token.text);
    if (number !== void 0) return number;
    throw new UserError({
      code: "unknown-state",
      message: `there is no state '${token.text}'`,
      span: scanner.span(token),
      remedy: suggestion(token.text, [...numbers.keys()], "declare it, or use one of the states")
    });
  }
}
function isName(token) {
  return token.kind === "name" || token.kind === "number";
}

// src/logic/fsm/fsm.ts
var fsm = {
  name: "fsm",
  description: "finite state machines: states with transitions, aliases for sets of states",
  synthesize: synthesize3
}, fail3 = { name: "fail", report: "entry" };
function synthesize3(input) {
  let { events, end, limits } = input, scanner = new FormulaScanner(input, fsmOperators), formula = scanner.whole(), machine = parseFsm(scanner);
  if (machine.states.length >= limits.states) throw tooManyStates(limits, formula);
  let states = machine.states.map(({ name: name2 }) => ({ name: name2, report: "event" })), aliases = machine.aliases.map(({ name: name2 }) => ({ name: name2, report: "event" })), categories = chooseCategories(input.categories, [...aliases, fail3, ...states], [...aliases, fail3]), dfa = complete(machine, events.length, categories);
  return input.categories !== void 0 && requireReachable(machine, dfa, categories), regularTemplate({
    logic: "fsm",
    events,
    categories,
    end,
    dfa,
    limits,
    formula,
    stateNames: [...states, fail3].map(({ name: name2 }) => name2),
    failSink: !0
  });
}
function complete(machine, width, categories) {
  let failed = machine.states.length, next = new Int32Array((failed + 1) * width).fill(failed);
  machine.states.forEach(({ successors }, s) => {
    let otherwise = successors.get("default") ?? failed;
    for (let e = 0; e < width; e += 1) next[s * width + e] = successors.get(e) ?? otherwise;
  });
  let verdicts = new Int32Array(failed + 1);
  return categories.forEach((category, c) => {
    for (let s of statesOf(machine, category.name)) verdicts[s] |= 1 << c;
  }), { states: failed + 1, width, start: 0, next, verdicts };
}
function statesOf(machine, category) {
  if (category === "fail") return [machine.states.length];
  let alias = machine.aliases.find(({ name: name2 }) => name2 === category);
  return alias === void 0 ? [machine.states.findIndex(({ name: name2 }) => name2 === category)] : alias.states;
}
function requireReachable(machine, dfa, categories) {
  let entered = /* @__PURE__ */ new Set(), pending = [dfa.start];
  for (let s = pending.pop(); s !== void 0; s = pending.pop())
    for (let t of dfa.next.subarray(s * dfa.width, (s + 1) * dfa.width))
      entered.has(t) || (entered.add(t), pending.push(t));
  for (let { name: name2 } of categories) {
    if ([...statesOf(machine, name2)].some((s) => entered.has(s))) continue;
    let declaration = [...machine.states, ...machine.aliases].find((declared) => declared.name === name2);
    if (declaration !== void 0)
      throw new UserError({
        code: "unreachable-category",
        message: `no trace reaches the category '${name2}'`,
        span: declaration.span,
        remedy: "add a transition that leads there, or do not name it as a category"
      });
  }
}

// src/logic/ltl/closure.ts
function closure(formula, traces) {
  let subformulas = [], indexes = /* @__PURE__ */ new Map(), add = (subformula) => {
    let key2 = Object.values(subformula).join(), index = indexes.get(key2);
    return index === void 0 && (index = subformulas.push(subformula) - 1, indexes.set(key2, index)), index;
  }, constant = (value) => add({ kind: "constant", value }), not = (body) => {
    let inner = subformulas[body];
    return inner.kind === "not" ? inner.body : add({ kind: "not", body });
  }, and = (left, right) => add({ kind: "and", left, right }), or = (left, right) => not(and(not(left), not(right))), next = (body) => add({ kind: "next", body }), previously = (body) => add({ kind: "previously", body }), until = (left, right) => add({ kind: "until", left, right }), since = (left, right) => add({ kind: "since", left, right }), translate = (f) => {
    switch (f.kind) {
      case "constant":
        return constant(f.value);
      case "event":
        return add({ kind: "event", event: f.event });
      case "not":
        return not(translate(f.body));
      case "and":
        return and(translate(f.left), translate(f.right));
      case "or":
        return or(translate(f.left), translate(f.right));
      case "implies":
        return or(not(translate(f.left)), translate(f.right));
      case "xor":
      case "iff": {
        let left = translate(f.left), right = translate(f.right), equal = or(and(left, right), and(not(left), not(right)));
        return f.kind === "iff" ? equal : not(equal);
      }
      case "next":
        return next(translate(f.body));
      case "weak-next":
        return traces === "infinite" ? next(translate(f.body)) : not(next(not(translate(f.body))));
      case "eventually":
        return until(constant(!0), translate(f.body));
      case "always":
        return not(until(constant(!0), not(translate(f.body))));
      case "until":
        return until(translate(f.left), translate(f.right));
      case "release":
        return not(until(not(translate(f.left)), not(translate(f.right))));
      case "weak-until": {
        let left = translate(f.left), right = translate(f.right);
        return not(until(not(right), not(or(left, right))));
      }
      case "previously":
        return previously(translate(f.body));
      case "weak-previously":
        return not(previously(not(translate(f.body))));
      case "once":
        return since(constant(!0), translate(f.body));
      case "historically":
        return not(since(constant(!0), not(translate(f.body))));
      case "since":
        return since(translate(f.left), translate(f.right));
      case "trigger":
        return not(since(not(translate(f.left)), not(translate(f.right))));
    }
  }, root2 = translate(formula);
  return { subformulas, root: root2 };
}

// src/logic/ltl/decision-diagram.ts
var Diagrams = class {
  /** Per node its variable, and the functions for that variable false and true. Variables grow towards the leaves. */
  #variable = [1 / 0, 1 / 0];
  #low = [0, 1];
  #high = [0, 1];
  #unique = [];
  #conditionals = [];
  #limit;
  #exceeded;
  /** Throws what `exceeded` gives when there are more than `limit` nodes. */
  constructor(limit, exceeded) {
    this.#limit = Math.min(limit, 67108864), this.#exceeded = exceeded;
  }
  variable(index) {
    return this.#node(index, 0, 1);
  }
  not(f) {
    return this.conditional(f, 0, 1);
  }
  and(f, g) {
    return this.conditional(f, g, 0);
  }
  or(f, g) {
    return this.conditional(f, 1, g);
  }
  /** g where f holds, h elsewhere. */
  conditional(f, g, h) {
    if (f === 1 || g === h) return g;
    if (f === 0) return h;
    if (g === 1 && h === 0) return f;
    let known = this.#conditionals[f] ??= /* @__PURE__ */ new Map(), key2 = g * 67108864 + h, result = known.get(key2);
    if (result === void 0) {
      let v = Math.min(this.#variable[f], this.#variable[g], this.#variable[h]), low = this.conditional(
        this.#cofactor(f, v, !1),
        this.#cofactor(g, v, !1),
        this.#cofactor(h, v, !1)
      ), high = this.conditional(this.#cofactor(f, v, !0), this.#cofactor(g, v, !0), this.#cofactor(h, v, !0));
      result = this.#node(v, low, high), known.set(key2, result);
    }
    return result;
  }
  /** f with every variable replaced, all at once. `known` remembers results for one and the same `replacement`. */
  substitute(f, replacement, known) {
    if (f === 0 || f === 1) return f;
    let result = known.get(f);
    return result === void 0 && (result = this.conditional(
      replacement(this.#variable[f]),
      this.substitute(this.#high[f], replacement, known),
      this.substitute(this.#low[f], replacement, known)
    ), known.set(f, result)), result;
  }
  /** Disjoint cubes (conjunctions of literals) that together are f. A literal is v for variable v, ~v for its negation. */
  *cubes(f, path = []) {
    if (f === 1 && (yield path), f === 0 || f === 1) return;
    let v = this.#variable[f];
    yield* this.cubes(this.#low[f], [...path, ~v]), yield* this.cubes(this.#high[f], [...path, v]);
  }
  #cofactor(f, variable, value) {
    return this.#variable[f] !== variable ? f : value ? this.#high[f] : this.#low[f];
  }
  #node(variable, low, high) {
    if (low === high) return low;
    let known = this.#unique[variable] ??= /* @__PURE__ */ new Map(), key2 = low * 67108864 + high, node = known.get(key2);
    if (node === void 0) {
      if (node = this.#variable.length, node >= this.#limit) throw this.#exceeded();
      this.#variable.push(variable), this.#low.push(low), this.#high.push(high), known.set(key2, node);
    }
    return node;
  }
};

// src/logic/ltl/parse-formula.ts
var prefixes = /* @__PURE__ */ new Map([
  ["not", "not"],
  ["!", "not"],
  ["o", "next"],
  ["X", "next"],
  ["~o", "weak-next"],
  ["[]", "always"],
  ["G", "always"],
  ["<>", "eventually"],
  ["F", "eventually"],
  ["(*)", "previously"],
  ["~(*)", "weak-previously"],
  ["[*]", "historically"],
  ["<*>", "once"]
]), levels = [
  { grouping: "right", operators: { U: "until", R: "release", "~U": "release", W: "weak-until" } },
  { grouping: "left", operators: { S: "since", "~S": "trigger" } },
  { grouping: "left", operators: { and: "and", "&": "and", "&&": "and", "/\\": "and" } },
  { grouping: "left", operators: { xor: "xor", "^": "xor", "++": "xor" } },
  { grouping: "left", operators: { or: "or", "|": "or", "||": "or", "\\/": "or" } },
  { grouping: "right", operators: { implies: "implies", "=>": "implies", "->": "implies" } },
  { grouping: "left", operators: { "<=>": "iff", "<->": "iff" } }
], infixes = new Map(
  levels.flatMap(
    ({ operators, grouping }, level) => Object.entries(operators).map(([text, kind]) => [text, { kind, level, grouping }])
  )
), pastCounterparts = /* @__PURE__ */ new Map([
  ["next", "(*)"],
  ["weak-next", "~(*)"],
  ["always", "[*]"],
  ["eventually", "<*>"],
  ["until", "S"],
  ["release", "~S"],
  ["weak-until", "S"]
]), punctuation = [...prefixes.keys(), ...infixes.keys(), "(", ")", "~"].filter((text) => !/^\w/.test(text));
function parseFormula(input, tense) {
  let scanner = new FormulaScanner(input, punctuation), span = scanner.whole(), formula = parseLevel(levels.length - 1);
  return scanner.peek().kind !== "end" && scanner.failExpected("an operator or the end of the formula"), { formula, span };
  function parseLevel(loosest) {
    let left = parseOperand();
    for (; ; ) {
      let token = scanner.peek(), operator = token.kind === "quoted" ? void 0 : infixes.get(token.text);
      if (operator === void 0 || operator.level > loosest) return left;
      let { kind, level, grouping } = operator;
      takeOperator(kind);
      let right = grouping === "left" ? parseLevel(level - 1) : scanner.nested(token, () => parseLevel(level));
      left = { kind, left, right };
    }
  }
  function parseOperand() {
    let token = scanner.peek();
    if (token.kind === "quoted" || token.kind === "name" && input.events.includes(token.text))
      return { kind: "event", event: scanner.eventOf(scanner.next()) };
    let prefix = prefixes.get(token.text);
    if (prefix !== void 0)
      return takeOperator(prefix), scanner.nested(token, () => ({ kind: prefix, body: parseOperand() }));
    if (scanner.accept("(")) {
      let inner = scanner.nested(token, () => parseLevel(levels.length - 1));
      return scanner.accept(")") || scanner.failExpected("an operator or ')'"), inner;
    }
    return scanner.accept("true") ? { kind: "constant", value: !0 } : scanner.accept("false") ? { kind: "constant", value: !1 } : (token.text === "~" && failTilde(token), token.kind === "name" && !infixes.has(token.text) ? { kind: "event", event: scanner.eventOf(token) } : scanner.failExpected("a formula"));
  }
  function takeOperator(kind) {
    let token = scanner.next(), follower = scanner.peek();
    /^~\w/.test(token.text) && follower.kind === "name" && follower.start === token.end && failTilde({ ...token, end: token.start + 1 });
    let counterpart = tense === "past" ? pastCounterparts.get(kind) : void 0;
    counterpart !== void 0 && scanner.fail(
      `'${token.text}' speaks of the future, and ptltl formulas speak of the past only`,
      token,
      `use the logic ltl, or a past operator such as ${counterpart}`
    );
  }
  function failTilde(token) {
    return scanner.fail("'~' is not negation here", token, "write not or !");
  }
}

// src/logic/ltl/progression.ts
var Progression = class {
  closure;
  /** Per variable, its subformula. */
  variables;
  /** Before the first event: the formula is demanded of the first position, and nothing has been. */
  start;
  #diagrams;
  #variableOf = /* @__PURE__ */ new Map();
  /** Per slot of the memory, the subformula whose value it keeps. */
  #remembered;
  #slotOf = /* @__PURE__ */ new Map();
  #mentioned;
  #unfoldings = /* @__PURE__ */ new Map();
  constructor(closure2, diagrams) {
    this.closure = closure2, this.#diagrams = diagrams;
    let variables = /* @__PURE__ */ new Set(), remembered = [], mentioned = /* @__PURE__ */ new Set();
    closure2.subformulas.forEach((subformula, index) => {
      subformula.kind === "next" && variables.add(subformula.body), subformula.kind === "until" && variables.add(index), subformula.kind === "event" && mentioned.add(subformula.event), subformula.kind === "previously" && this.#slotOf.set(index, remembered.push(subformula.body) - 1), subformula.kind === "since" && this.#slotOf.set(index, remembered.push(index) - 1);
    }), variables.add(closure2.root), this.variables = [...variables], this.variables.forEach((subformula, variable) => this.#variableOf.set(subformula, variable)), this.#remembered = remembered, this.#mentioned = mentioned, this.start = { demand: this.#variable(closure2.root), memory: remembered.map(() => 0) };
  }
  /** One event for each way in which events differ to the formula, of an alphabet of this size. */
  letters(width) {
    return [...Array.from({ length: width }, (_, event) => event).filter((event) => !this.#mentioned.has(event)).slice(0, 1), ...this.#mentioned];
  }
  step({ demand, memory: memory2 }, event) {
    let unfolding = this.unfold(memory2, event);
    return { demand: unfolding.carry(demand), memory: unfolding.memory };
  }
  /** Whether the demand is met when the last event was the last one of the trace. */
  met({ demand }) {
    return this.#diagrams.substitute(demand, () => 0, /* @__PURE__ */ new Map()) === 1;
  }
  unfold(memory2, event) {
    let key2 = `${this.#mentioned.has(event) ? event : -1}:${memory2.join()}`, unfolding = this.#unfoldings.get(key2);
    return unfolding === void 0 && (unfolding = this.#compute(memory2, event), this.#unfoldings.set(key2, unfolding)), unfolding;
  }
  #compute(memory2, event) {
    let diagrams = this.#diagrams, values = [], carried = /* @__PURE__ */ new Map(), carry = (f) => diagrams.substitute(f, (variable) => values[this.variables[variable]], carried), remembered = (index) => carry(memory2[this.#slotOf.get(index)]);
    return this.closure.subformulas.forEach((subformula, index) => {
      switch (subformula.kind) {
        case "constant":
          values.push(subformula.value ? 1 : 0);
          break;
        case "event":
          values.push(subformula.event === event ? 1 : 0);
          break;
        case "not":
          values.push(diagrams.not(values[subformula.body]));
          break;
        case "and":
          values.push(diagrams.and(values[subformula.left], values[subformula.right]));
          break;
        case "next":
          values.push(this.#variable(subformula.body));
          break;
        case "until":
          values.push(this.#prolong(values, subformula, this.#variable(index)));
          break;
        case "previously":
          values.push(remembered(index));
          break;
        case "since":
          values.push(this.#prolong(values, subformula, remembered(index)));
          break;
      }
    }), { values, memory: this.#remembered.map((index) => values[index]), carry };
  }
  /** The common law of U and S: the right operand holds here, or the left one does and the whole holds one step on. */
  #prolong(values, { left, right }, onward) {
    return this.#diagrams.or(values[right], this.#diagrams.and(values[left], onward));
  }
  #variable(subformula) {
    return this.#diagrams.variable(this.#variableOf.get(subformula));
  }
};

// src/logic/ltl/satisfiability.ts
var Satisfiability = class {
  #progression;
  #diagrams;
  #letters;
  #limit;
  #exceeded;
  #nodes = /* @__PURE__ */ new Map();
  #answers = /* @__PURE__ */ new Map();
  /** Throws what `exceeded` gives when the tableau has more than `limit` nodes. */
  constructor(progression, diagrams, width, limit, exceeded) {
    this.#progression = progression, this.#diagrams = diagrams, this.#letters = progression.letters(width), this.#limit = limit, this.#exceeded = exceeded;
  }
  satisfiable({ demand, memory: memory2 }) {
    let key2 = `${demand}:${memory2.join()}`, answer = this.#answers.get(key2);
    return answer === void 0 && (answer = some(this.#edges(demand, memory2), ({ target }) => this.#search(target)), this.#answers.set(key2, answer)), answer;
  }
  /** One edge for each cube of a demand, after settling the memories that depend on the future. */
  *#edges(demand, memory2) {
    if (demand === 0) return;
    let open = memory2.findIndex((f) => f !== 0 && f !== 1);
    if (open !== -1) {
      let f = memory2[open];
      yield* this.#edges(this.#diagrams.and(demand, f), memory2.with(open, 1)), yield* this.#edges(this.#diagrams.and(demand, this.#diagrams.not(f)), memory2.with(open, 0));
      return;
    }
    let firstPromise = this.#progression.variables.length;
    for (let cube of this.#diagrams.cubes(demand)) {
      let literals = cube.filter((literal) => (literal < 0 ? ~literal : literal) < firstPromise), promises = cube.filter((literal) => literal >= firstPromise);
      yield { target: this.#node(literals, memory2), promises };
    }
  }
  #node(cube, memory2) {
    let key2 = `${cube.join()}:${memory2.join()}`, node = this.#nodes.get(key2);
    if (node === void 0) {
      if (this.#nodes.size >= this.#limit) throw this.#exceeded();
      node = { cube, memory: memory2, place: 0, satisfiable: !1 }, this.#nodes.set(key2, node);
    }
    return node;
  }
  *#successors(node) {
    let diagrams = this.#diagrams, { variables, closure: closure2 } = this.#progression;
    for (let event of this.#letters) {
      let { values, memory: memory2 } = this.#progression.unfold(node.memory, event), demand = 1;
      for (let literal of node.cube) {
        let index = variables[literal < 0 ? ~literal : literal], subformula = closure2.subformulas[index], value = values[index];
        if (literal < 0)
          value = diagrams.not(value);
        else if (subformula.kind === "until") {
          let promised = diagrams.and(diagrams.variable(literal), diagrams.variable(variables.length + literal));
          value = diagrams.or(values[subformula.right], diagrams.and(values[subformula.left], promised));
        }
        demand = diagrams.and(demand, value);
      }
      yield* this.#edges(demand, memory2);
    }
  }
  /**
   * Depth first. Every open node leads to the top of the path, so when a component without a kept promise shows up there
   * (or a node known to be satisfiable), all open nodes are satisfiable. A component that is left before is not.
   */
  #search(root2) {
    if (root2.place > 0) return root2.satisfiable;
    let open = [], path = [], components = [], enter = ({ target, promises }) => {
      target.place = open.push(target), path.push({ node: target, edges: this.#successors(target) }), components.push({ place: target.place, entry: promises, kept: void 0 });
    }, close = (from, satisfiable) => {
      for (let node of open.splice(from - 1))
        node.place = 1 / 0, node.satisfiable = satisfiable;
    };
    enter({ target: root2, promises: [] });
    for (let top = path.at(-1); top !== void 0; top = path.at(-1)) {
      let step2 = top.edges.next();
      if (step2.done === !0) {
        path.pop(), components.at(-1).place === top.node.place && close(components.pop().place, !1);
        continue;
      }
      let { target, promises } = step2.value;
      if (target.place === 0) {
        enter(step2.value);
        continue;
      }
      if (target.place !== 1 / 0) {
        let kept = promises;
        for (; components.at(-1).place > target.place; ) {
          let inner = components.pop();
          kept = common(common(kept, inner.entry), inner.kept);
        }
        let component = components.at(-1);
        if (component.kept = common(kept, component.kept), component.kept.length > 0) continue;
      } else if (!target.satisfiable)
        continue;
      return close(1, !0), !0;
    }
    return !1;
  }
};
function common(a, b) {
  return b === void 0 ? a : a.filter((promise) => b.includes(promise));
}
function some(items, holds) {
  for (let item of items) if (holds(item)) return !0;
  return !1;
}

// src/logic/ltl/temporal-categories.ts
var violation = { name: "violation", report: "entry" }, validation = { name: "validation", report: "entry" };
function temporalCategories(requested) {
  let categories = chooseCategories(requested, [violation, validation]), bit = (category) => categories.includes(category) ? 1 << categories.indexOf(category) : 0;
  return { categories, violated: bit(violation), validated: bit(validation) };
}

// src/logic/ltl/ltl.ts
var nodesPerState = 20, refuted = { demand: 0, memory: [] }, satisfied = { demand: 1, memory: [] }, ltl = {
  name: "ltl",
  description: "linear temporal logic, future and past: what must hold along the trace, judged as soon as it is decided",
  synthesize(input) {
    let parsed = parseFormula(input, "any"), { events, end, limits } = input, verdicts = temporalCategories(input.categories), { categories } = verdicts, dfa = end === void 0 ? onInfiniteTraces(parsed, input, verdicts) : onFiniteTraces(parsed, input, verdicts);
    return regularTemplate({ logic: "ltl", events, categories, end, dfa, limits, formula: parsed.span });
  }
};
function onInfiniteTraces({ formula, span }, input, verdicts) {
  let { events, limits } = input, exceeded = () => tooManyStates(limits, span), diagrams = new Diagrams(limits.states * nodesPerState, exceeded), progression = new Progression(closure(formula, "infinite"), diagrams), tableau = new Satisfiability(progression, diagrams, events.length, limits.states, exceeded);
  return explore(
    {
      start: progression.start,
      successor(state, event) {
        if (state === refuted || state === satisfied) return state;
        let after = progression.step(state, event);
        return tableau.satisfiable(after) ? tableau.satisfiable({ ...after, demand: diagrams.not(after.demand) }) ? after : satisfied : refuted;
      },
      key,
      verdict: (state) => state === refuted ? verdicts.violated : state === satisfied ? verdicts.validated : 0
    },
    events.length,
    limits,
    span
  );
}
function onFiniteTraces({ formula, span }, input, verdicts) {
  let { events, limits } = input, end = events.indexOf(input.end), diagrams = new Diagrams(limits.states * nodesPerState, () => tooManyStates(limits, span)), progression = new Progression(closure(formula, "finite"), diagrams), [refutedBit, satisfiedBit] = [1, 2], dfa = explore(
    {
      start: progression.start,
      successor(state, event) {
        if (state === refuted || state === satisfied) return state;
        let after = progression.step(state, event);
        return event === end ? progression.met(after) ? satisfied : refuted : after.demand === 0 ? refuted : after.demand === 1 ? satisfied : after;
      },
      key,
      verdict: (state) => state === refuted ? refutedBit : state === satisfied ? satisfiedBit : 0
    },
    events.length,
    limits,
    span
  ), refutable = liveStates(dfa, verdictGoals(dfa, refutedBit)), satisfiable = liveStates(dfa, verdictGoals(dfa, satisfiedBit)), verdict = (state) => refutable[state] === 0 ? verdicts.validated : satisfiable[state] === 0 ? verdicts.violated : 0;
  if (refutable[dfa.start] === 0 || satisfiable[dfa.start] === 0) {
    let next = new Int32Array(2 * dfa.width).fill(1);
    return { states: 2, width: dfa.width, start: 0, next, verdicts: Int32Array.of(0, verdict(dfa.start)) };
  }
  return { ...dfa, verdicts: dfa.verdicts.map((_, state) => verdict(state)) };
}
function key({ demand, memory: memory2 }) {
  return `${demand}:${memory2.join()}`;
}

// src/logic/ptltl/ptltl.ts
var ptltl = {
  name: "ptltl",
  description: "past-time linear temporal logic: what must have happened, judged at every event",
  synthesize(input) {
    let { formula, span } = parseFormula(input, "past"), { events, end, limits } = input, { categories, violated, validated } = temporalCategories(input.categories), dfa = explore(pastMachine(closure(formula, "infinite"), violated, validated), events.length, limits, span);
    return regularTemplate({ logic: "ptltl", events, categories, end, dfa, limits, formula: span });
  }
};
function pastMachine({ subformulas, root: root2 }, violated, validated) {
  let kept = [root2], slotOf2 = /* @__PURE__ */ new Map();
  subformulas.forEach((subformula, index) => {
    subformula.kind === "previously" && slotOf2.set(index, kept.push(subformula.body) - 1), subformula.kind === "since" && slotOf2.set(index, kept.push(index) - 1);
  });
  let start = kept.map(() => !1);
  return {
    start,
    successor(memory2, event) {
      let values = [];
      return subformulas.forEach((subformula, index) => {
        switch (subformula.kind) {
          case "constant":
            values.push(subformula.value);
            break;
          case "event":
            values.push(subformula.event === event);
            break;
          case "not":
            values.push(!values[subformula.body]);
            break;
          case "and":
            values.push(values[subformula.left] && values[subformula.right]);
            break;
          case "previously":
            values.push(memory2[slotOf2.get(index)]);
            break;
          case "since":
            values.push(values[subformula.right] || values[subformula.left] && memory2[slotOf2.get(index)]);
            break;
          case "next":
          case "until":
            throw new Error("a past formula has a future operator");
        }
      }), kept.map((index) => values[index]);
    },
    key: (memory2) => memory2 === start ? "start" : memory2.map(Number).join(""),
    verdict: (memory2) => memory2 === start ? 0 : memory2[0] === !0 ? validated : violated
  };
}

// src/logic/raw/raw.ts
var raw = {
  name: "raw",
  description: "no formula: every event is a match, the condition of the event is the check",
  synthesize: synthesize4
};
function synthesize4(input) {
  let { events, end, limits } = input, categories = chooseCategories(input.categories, [{ name: "match", report: "event" }]), scanner = new FormulaScanner(input, []);
  scanner.peek().kind !== "end" && scanner.fail("the logic 'raw' has no formula", void 0, "leave the formula out");
  let dfa = {
    states: 2,
    width: events.length,
    start: 0,
    next: new Int32Array(2 * events.length).fill(1),
    verdicts: Int32Array.of(0, 1)
  };
  return regularTemplate({ logic: "raw", events, categories, end, dfa, limits, formula: scanner.whole() });
}

// src/logic/registry.ts
var LogicRegistry = class {
  #logics = /* @__PURE__ */ new Map();
  constructor(logics = []) {
    for (let logic of logics) this.register(logic);
  }
  register(logic) {
    if (!/^[a-z][a-z0-9-]*$/.test(logic.name))
      throw new UserError({
        code: "bad-logic-name",
        message: `'${logic.name}' cannot name a logic`,
        remedy: "use lower-case letters, digits and hyphens, a letter first"
      });
    if (this.#logics.has(logic.name))
      throw new UserError({
        code: "duplicate-logic",
        message: `there is a logic '${logic.name}' already`,
        remedy: "choose another name, and register each logic once"
      });
    this.#logics.set(logic.name, logic);
  }
  /** By name; a `UserError` that lists the known ones if there is none. */
  get(name2) {
    let logic = this.#logics.get(name2);
    if (logic !== void 0) return logic;
    throw new UserError({
      code: "unknown-logic",
      message: `there is no logic '${name2}'`,
      remedy: suggestion(name2, [...this.#logics.keys()], "use one of")
    });
  }
  /** In the order of registration. */
  list() {
    return [...this.#logics.values()];
  }
};

// src/logic/built-in.ts
var builtInLogics = new LogicRegistry([ere, fsm, ltl, ptltl, cfg, raw]);

// src/logic/logic.ts
var defaultLimits = { states: 2e4, formulaLength: 2e4, eventSets: 5e5 };

// src/logic/synthesize.ts
function synthesizeTemplate(options2, registry = builtInLogics) {
  let logic = registry.get(options2.logic), { formula = "", events, categories, end } = options2;
  if (checkEvents(events), end !== void 0 && !events.includes(end))
    throw new UserError({
      code: "unknown-event",
      message: `the end event '${end}' is not an event of this property`,
      remedy: suggestion(end, events, "use one of the events")
    });
  let template = logic.synthesize({
    formula,
    events,
    categories,
    end,
    limits: { ...defaultLimits, ...options2.limits }
  });
  return categories !== void 0 && requireReachable2(template, formula), template;
}
function checkEvents(events) {
  if (events.length === 0)
    throw new UserError({ code: "no-events", message: "the property has no events", remedy: "declare at least one" });
  events.forEach((event, i) => {
    if (event === "")
      throw new UserError({ code: "empty-event-name", message: `event ${i + 1} has an empty name`, remedy: "name it" });
    if (events.indexOf(event) !== i)
      throw new UserError({
        code: "duplicate-event",
        message: `the event '${event}' is declared twice`,
        remedy: "declare each event once"
      });
  });
}
function requireReachable2({ table, categories }, formula) {
  if (table === void 0) return;
  let reached = table.next.reduce((bits, target) => bits | table.verdicts[target], 0);
  categories.forEach(({ name: name2 }, c) => {
    if ((reached & 1 << c) !== 0) return;
    let start = formula.length - formula.trimStart().length;
    throw new UserError({
      code: "unreachable-category",
      message: `no trace reaches the category '${name2}'`,
      span: { source: "formula", text: formula, start, end: start + formula.trim().length },
      remedy: "correct the formula, or do not name it as a category"
    });
  });
}

// test/support/spec-builder.ts
function buildSpec(text) {
  let parameters = text.parameters.map((word) => {
    let [name2, kind = "object"] = word.split(":");
    return { name: name2, kind };
  }), names2 = Object.keys(text.events), labels = names2.map(
    (name2) => text.events[name2].split(" ").filter((word) => word !== "").reduce((set, word) => set | 1 << parameters.findIndex((parameter) => parameter.name === word), 0)
  ), template = text.automaton === void 0 ? synthesizeTemplate({ ...text, logic: text.logic, events: names2 }) : automatonTemplate(text.automaton, names2, text.end);
  return specOf(text, parameters, names2, labels, template);
}
function specOf(text, parameters, names2, labels, template) {
  let sets = labelSets(template, labels), id = text.id ?? "test/built";
  return {
    metadata: { id, description: "", severity: "error", doc: "", falseAlarms: [] },
    id,
    parameters,
    events: names2.map((name2, e) => ({
      name: name2,
      parameters: labels[e],
      creation: text.creation === void 0 ? sets.starts[e] : text.creation.includes(name2),
      end: name2 === text.end,
      pointcuts: text.deaths?.[name2] === void 0 ? [] : [{ kind: "collect", parameter: text.deaths[name2], targets: [], bindings: [], condition: void 0 }],
      condition: void 0,
      action: text.actions?.[name2],
      blame: text.blame ?? "violating"
    })),
    template,
    reports: template.categories.map(({ name: name2 }, category) => ({ category, name: name2, message: name2 })),
    enable: sets.enable,
    coenable: sets.coenable,
    countsLoading: !0,
    confirm: void 0,
    connected: text.connected ?? !1,
    fullBinding: text.fullBinding ?? !1,
    blame: text.blame ?? "violating",
    variables: text.variables,
    handler: text.handler
  };
}
function automatonTemplate(automaton, events, end) {
  let names2 = Object.keys(automaton.states), sink = names2.length, number = (name2) => name2 === "fail" ? sink : names2.indexOf(name2), categories = Object.keys(automaton.categories), next = names2.flatMap(
    (name2) => events.map((event) => number(automaton.states[name2][event] ?? automaton.states[name2].default ?? "fail"))
  ), holds = (state) => categories.reduce(
    (bits, category, i) => automaton.categories[category].includes(state) ? bits | 1 << i : bits,
    0
  );
  return regularTemplate({
    logic: "fsm",
    events,
    categories: categories.map((name2) => ({ name: name2, report: name2 === "fail" ? "entry" : "event" })),
    end,
    dfa: {
      states: names2.length + 1,
      width: events.length,
      start: 0,
      next: Int32Array.from([...next, ...events.map(() => sink)]),
      verdicts: Int32Array.from([...names2, "fail"], holds)
    },
    limits: defaultLimits,
    formula: { source: "automaton", text: "", start: 0, end: 0 },
    failSink: !0
  });
}

// bench/engine/specs.ts
var base = { connected: !0, fullBinding: !0, categories: ["match"] }, handleSpec = (id = "bench/handle") => buildSpec({
  ...base,
  id,
  parameters: ["h"],
  events: { open: "h", use: "h", close: "h" },
  logic: "ere",
  formula: "open use* close+ use",
  creation: ["open"]
});
var iteratorSpec = (id = "bench/iterator") => buildSpec({
  ...base,
  id,
  parameters: ["m", "i"],
  events: { create: "m i", modify: "m", next: "i" },
  logic: "ere",
  formula: "create next* modify+ next",
  creation: ["create"]
});
var nestingSpec = (id = "bench/nesting") => buildSpec({
  ...base,
  id,
  parameters: ["h"],
  events: { open: "h", close: "h" },
  logic: "cfg",
  formula: "S -> S open S close | epsilon",
  categories: ["fail"],
  creation: ["open"]
});

// bench/support/cpu-time.mjs
import { openSync, readSync } from "node:fs";
var place = "/proc/self/schedstat", buffer = Buffer.alloc(128), descriptor = -1;
try {
  descriptor = openSync(place, "r");
} catch {
}
var cpuTime = descriptor === -1 ? () => process.cpuUsage().user * 1e3 + process.cpuUsage().system * 1e3 : () => Number.parseInt(buffer.latin1Slice(0, readSync(descriptor, buffer, 0, 128, 0)), 10);

// bench/traces/baselines.ts
var StringTrie = class extends TraceStore {
  #spec;
  #events;
  #nodes;
  /** Stores of several specs share the nodes. */
  constructor(spec, events, shared = []) {
    super(), this.#spec = spec, this.#events = events, this.#nodes = shared, shared.length === 0 && shared.push({ children: /* @__PURE__ */ new Map(), text: "", parent: -1, count: 0 });
  }
  /** The text is all there is to a key; who asks for it passes it on as it is. */
  key(event, site) {
    return `${this.#spec}.${this.#events[event]}~src/file${site}.js:${site}:${event}`;
  }
  enter(node, n) {
    this.#nodes[node].count += n;
  }
  advance(from, key2, n) {
    let text = key2, node = this.#nodes[from];
    node.count -= n;
    let to = node.children.get(text);
    return to === void 0 && (to = this.#nodes.push({ children: /* @__PURE__ */ new Map(), text, parent: from, count: 0 }) - 1, node.children.set(text, to)), this.#nodes[to].count += n, to;
  }
  inherit() {
  }
  markReported() {
  }
  steps() {
    return [];
  }
  get size() {
    return this.#nodes.length;
  }
}, Lists = class extends TraceStore {
  #lists = [[]];
  #spec;
  constructor(spec) {
    super(), this.#spec = spec;
  }
  key(event, site) {
    return `${this.#spec}.${event}~src/file${site}.js:${site}`;
  }
  enter() {
  }
  advance(from, key2) {
    return from !== 0 ? (this.#lists[from].push(key2), from) : this.#lists.push([key2]) - 1;
  }
  inherit() {
  }
  markReported() {
  }
  steps() {
    return [];
  }
  get size() {
    return this.#lists.reduce((sum, list) => sum + list.length, 0);
  }
}, TextKeys = class extends TraceStore {
  #keys = /* @__PURE__ */ new Map();
  #spec;
  #events;
  constructor(spec, events) {
    super(), this.#spec = spec, this.#events = events;
  }
  key(event, site) {
    let text = `${this.#spec}.${this.#events[event]}~src/file${site}.js:${site}:${event}`, key2 = this.#keys.get(text);
    return key2 === void 0 && this.#keys.set(text, key2 = super.key(event, site)), key2;
  }
  follow(from, event, site, n) {
    return this.advance(from, this.key(event, site), n);
  }
  /** Compares integers. */
  pass() {
    return 0;
  }
  recall() {
    return !1;
  }
  begin() {
    return 0;
  }
}, Locked = class extends TraceStore {
  #lock = new Int32Array(new SharedArrayBuffer(4));
  enter(node, n) {
    this.#take(), super.enter(node, n), this.#release();
  }
  follow(from, event, site, n) {
    return this.advance(from, this.key(event, site), n);
  }
  pass(from, event, site) {
    this.#take();
    let to = super.pass(from, event, site);
    return this.#release(), to;
  }
  advance(from, key2, n) {
    this.#take();
    let to = super.advance(from, key2, n);
    return this.#release(), to;
  }
  #take() {
    for (; Atomics.compareExchange(this.#lock, 0, 0, 1) !== 0; ) Atomics.wait(this.#lock, 0, 1);
  }
  #release() {
    Atomics.store(this.#lock, 0, 0), Atomics.notify(this.#lock, 0, 1);
  }
};

// bench/traces/workloads.ts
var reports = 0, made, options = {
  sink: () => {
    reports++;
  },
  onFault: (_, part, error) => {
    throw new Error(`${part} failed`, { cause: error });
  }
};
function monitor(spec, variant2) {
  let traced = { ...options, traces: !0 }, names2 = spec.events.map(({ name: name2 }) => name2);
  switch (variant2) {
    case "none":
      return;
    case "D":
      return createAlgorithmD(spec, options);
    case "D+traces":
      return createAlgorithmD(spec, traced);
    case "E":
      return createAlgorithmE(spec, options);
    case "E-at-end":
      return createAlgorithmE(spec, options, { judge: "at-end" });
    case "E-text":
      return createAlgorithmE(spec, options, { store: new TextKeys(spec.id, names2) });
    case "E-locked":
      return createAlgorithmE(spec, options, { store: new Locked() });
    case "E-prompt":
      return createAlgorithmE(spec, options, { putsOff: !1 });
    case "tracemop":
      return new AlgorithmD(spec, traced, { store: new StringTrie(spec.id, names2) });
    case "lists":
      return new AlgorithmD(spec, traced, { store: new Lists(spec.id) });
    default:
      throw new Error(`no variant ${variant2}`);
  }
}
function signallers(spec, variant2) {
  let monitoring = monitor(spec, variant2);
  made = monitoring;
  let nothing2 = () => {
  }, of = (event) => monitoring === void 0 ? nothing2 : signallerOf(monitoring, event);
  return [of(0), of(1), of(2)];
}
var Handle = class {
  n = 0;
};
function duplicates(variant2, length, shapes, batchSize) {
  let [open, use] = signallers(handleSpec(), variant2), recent = Array.from({ length: 64 }, () => new Handle()), turn = 0;
  return () => {
    let events = 0;
    for (; events < batchSize; ) {
      let h = new Handle();
      recent[turn & 63] = h;
      let shape = turn++ % shapes;
      open(1, h, void 0, void 0, void 0);
      for (let i = 1; i < length; i++)
        h.n++, use(2 + (shape * 31 + i * 7) % 40, h, void 0, void 0, void 0);
      events += length;
    }
    return events;
  };
}
function nesting(variant2, depth, shapes, batchSize) {
  let [open, close] = signallers(nestingSpec(), variant2), turn = 0;
  return () => {
    let events = 0;
    for (; events < batchSize; ) {
      let h = new Handle(), shape = turn++ % shapes;
      for (let i = 0; i < depth; i++) open(1 + (shape * 31 + i * 7) % 40, h, void 0, void 0, void 0);
      for (let i = 0; i < depth; i++) close(50 + i, h, void 0, void 0, void 0);
      events += 2 * depth;
    }
    return events;
  };
}
function unique2(variant2, live, batchSize) {
  let [open, use] = signallers(handleSpec(), variant2), handles = Array.from({ length: live }, () => new Handle());
  handles.forEach((h, i) => open(1 + i, h, void 0, void 0, void 0));
  let turn = 0;
  return () => {
    for (let k = 0; k < batchSize; k++) {
      let h = handles[turn % live];
      h.n++, use(2 + turn++ % 997, h, void 0, void 0, void 0);
    }
    return batchSize;
  };
}
function run(variant2, length, batchSize) {
  let [open, use] = signallers(handleSpec(), variant2);
  return () => {
    let events = 0;
    for (; events < batchSize; ) {
      let h = new Handle();
      open(1, h, void 0, void 0, void 0);
      for (let i = 1; i < length; i++)
        h.n++, use(2, h, void 0, void 0, void 0);
      events += length;
    }
    return events;
  };
}
var Cursor = class {
  n = 0;
  of;
  constructor(of) {
    this.of = of;
  }
};
function iterators(variant2, maps, life, batchSize) {
  let [create, modify, next] = signallers(iteratorSpec(), variant2), collections2 = Array.from({ length: maps }, () => new Handle()), turn = 0;
  return () => {
    let events = 0;
    for (; events < batchSize; ) {
      let c = turn++;
      c % life === 0 && (collections2[c / life % maps] = new Handle());
      let map = collections2[c % maps], cursor = new Cursor(map);
      create(1 + (c & 3), map, cursor, void 0, void 0);
      for (let k = 0; k < 8; k++)
        cursor.n++, next(8 + k, void 0, cursor, void 0, void 0);
      map.n++, modify(20 + c % 3, map, void 0, void 0, void 0), events += 10;
    }
    return events;
  };
}
var scenarios = {
  "one-duplicates": (v, n) => duplicates(v, 12, 50, n),
  "one-nesting": (v, n) => nesting(v, 6, 50, n),
  "one-deep-nesting": (v, n) => nesting(v, 40, 50, n),
  "one-unique": (v, n) => unique2(v, 1e3, n),
  "one-run": (v, n) => run(v, 1e3, n),
  "two-fresh-maps": (v, n) => iterators(v, 1e3, 1, n),
  "two-shared-maps": (v, n) => iterators(v, 1e3, 40, n)
}, [, , name, variant, effortText, fixed] = process.argv, sampleTime = fixed === void 0 ? 12e7 : 0, total = 0;
function sample(batch) {
  let begin = cpuTime(), events = 0, spent;
  do
    events += batch(), spent = cpuTime() - begin;
  while (spent < sampleTime);
  return total += events, { ns: spent / events, events };
}
async function memory() {
  for (let round = 0; round < 3; round++)
    globalThis.gc?.(), await new Promise((resolve) => setTimeout(resolve, 5));
  let { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
async function measureStore(variant2) {
  let store = variant2 === "E" ? new TraceStore() : new StringTrie("bench/handle", ["open", "use", "close"]), before = await memory(), begin = cpuTime(), node = 0, seed = 7;
  store.enter(0, 1);
  for (let i = 0; i < 1e6; i++)
    seed = Math.imul(seed, 1664525) + 1013904223 | 0, seed >>> 27 || (store.enter(0, 1), node = 0), node = store.advance(node, store.key(1, 1 + (seed >>> 20)), 1);
  let spent = cpuTime() - begin, bytes = (await memory() - before) / store.size, pause = process.hrtime.bigint();
  return globalThis.gc?.(), {
    ns: spent / 1e6,
    figures: {
      "bytes per node": bytes,
      "ms of a full garbage collection": Number(process.hrtime.bigint() - pause) / 1e6
    }
  };
}
if (name === "store") console.log(JSON.stringify(await measureStore(variant)));
else {
  let batch = scenarios[name](variant, Number(effortText));
  sample(batch);
  let samples = [sample(batch), sample(batch), sample(batch)].sort((a, b) => a.ns - b.ns);
  made?.finish(), console.log(
    JSON.stringify({
      ns: samples[1].ns,
      events: total,
      reports
    })
  );
}
