// LZMA, as Python's `lzma` writes it with the filter that motu.server.site.packed names: half of what gzip needs for the
// engine's code, and every host hands it out as it is. Names are those of Igor Pavlov's LZMA specification.

const SIZE_BYTES = 4;
const LITERAL_BITS = 3; // lc; lp and pb are 0: neither literals nor lengths depend on the position
const NUM_STATES = 12;
const HALF = 1024;
const TOP = 2 ** 24;
const MODEL_BITS = 11;
const MOVE_BITS = 5;
const LEAST_LENGTH = 2;

/** @param {number} count */
const probabilities = (count) => new Uint16Array(count).fill(HALF);

class RangeDecoder {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = SIZE_BYTES + 1; // the first byte of a stream is always 0
    this.range = 0xffffffff;
    this.code = 0;
    for (let count = 0; count < 4; count += 1) this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  next() {
    if (this.at >= this.bytes.length) throw new Error('a packed file is cut off');
    return this.bytes[this.at++];
  }

  normalise() {
    if (this.range >= TOP) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  /** @param {Uint16Array} model @param {number} at */
  bit(model, at) {
    const bound = (this.range >>> MODEL_BITS) * model[at];
    const isSet = this.code >= bound;
    if (isSet) {
      this.range -= bound;
      this.code -= bound;
      model[at] -= model[at] >> MOVE_BITS;
    } else {
      this.range = bound;
      model[at] += (2 * HALF - model[at]) >> MOVE_BITS;
    }
    this.normalise();
    return Number(isSet);
  }

  /** Bits that are as likely as not. @param {number} count */
  direct(count) {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      this.range >>>= 1;
      const isSet = this.code >= this.range;
      if (isSet) this.code -= this.range;
      value = value * 2 + Number(isSet);
      this.normalise();
    }
    return value;
  }

  /** @param {Uint16Array} model @param {number} from where the tree begins @param {number} bits */
  tree(model, from, bits) {
    let node = 1;
    for (let left = bits; left > 0; left -= 1) node = (node << 1) | this.bit(model, from + node);
    return node - (1 << bits);
  }

  /** The same, the lowest bit first. @param {Uint16Array} model @param {number} from @param {number} bits */
  reverseTree(model, from, bits) {
    let [node, value] = [1, 0];
    for (let place = 0; place < bits; place += 1) {
      const bit = this.bit(model, from + node);
      node = (node << 1) | bit;
      value |= bit << place;
    }
    return value;
  }
}

/** Lengths of matches, less the least one. */
class LengthDecoder {
  constructor() {
    this.choices = probabilities(2);
    this.low = probabilities(8);
    this.middle = probabilities(8);
    this.high = probabilities(256);
  }

  /** @param {RangeDecoder} decoder */
  read(decoder) {
    if (!decoder.bit(this.choices, 0)) return decoder.tree(this.low, 0, 3);
    if (!decoder.bit(this.choices, 1)) return 8 + decoder.tree(this.middle, 0, 3);
    return 16 + decoder.tree(this.high, 0, 8);
  }
}

class Unpacker {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.decoder = new RangeDecoder(bytes);
    this.out = new Uint8Array(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true));
    this.at = 0;
    this.state = 0;
    /** The distances of the last matches, less 1. */
    this.distances = [0, 0, 0, 0];
    this.isMatch = probabilities(NUM_STATES);
    this.isRep = probabilities(NUM_STATES);
    this.isRepG = [0, 1, 2].map(() => probabilities(NUM_STATES));
    this.isRep0Long = probabilities(NUM_STATES);
    this.literals = probabilities(0x300 << LITERAL_BITS);
    this.lengths = new LengthDecoder();
    this.repLengths = new LengthDecoder();
    this.slots = probabilities(4 << 6);
    this.places = probabilities(128);
    this.align = probabilities(16);
  }

  unpack() {
    const { decoder, out } = this;
    while (this.at < out.length) {
      if (!decoder.bit(this.isMatch, this.state)) this.literal();
      else if (decoder.bit(this.isRep, this.state)) this.repeat();
      else this.match();
    }
    return out;
  }

  literal() {
    const { decoder, out, literals } = this;
    const before = this.at ? out[this.at - 1] : 0;
    const from = 0x300 * (before >> (8 - LITERAL_BITS));
    let symbol = 1;
    if (this.state >= 7) {
      // After a match the byte that it would have gone on with is likely not to come.
      let expected = out[this.at - this.distances[0] - 1];
      while (symbol < 0x100) {
        const hint = (expected >> 7) & 1;
        expected <<= 1;
        const bit = decoder.bit(literals, from + ((1 + hint) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== hint) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | decoder.bit(literals, from + symbol);
    out[this.at++] = symbol;
    this.state = this.state < 4 ? 0 : this.state - (this.state < 10 ? 3 : 6);
  }

  repeat() {
    const { decoder, distances, state } = this;
    if (!decoder.bit(this.isRepG[0], state)) {
      if (!decoder.bit(this.isRep0Long, state)) {
        this.state = state < 7 ? 9 : 11;
        this.copy(1);
        return;
      }
    } else {
      const which = !decoder.bit(this.isRepG[1], state) ? 1 : 2 + decoder.bit(this.isRepG[2], state);
      distances.unshift(...distances.splice(which, 1));
    }
    const length = this.repLengths.read(decoder);
    this.state = state < 7 ? 8 : 11;
    this.copy(length + LEAST_LENGTH);
  }

  match() {
    const length = this.lengths.read(this.decoder);
    this.state = this.state < 7 ? 7 : 10;
    this.distances.pop();
    this.distances.unshift(this.distance(length));
    this.copy(length + LEAST_LENGTH);
  }

  /** @param {number} length of the match, less the least one */
  distance(length) {
    const { decoder } = this;
    const slot = decoder.tree(this.slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const from = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return from + decoder.reverseTree(this.places, from - slot, bits);
    return from + decoder.direct(bits - 4) * 16 + decoder.reverseTree(this.align, 0, 4);
  }

  /** @param {number} length */
  copy(length) {
    const { out } = this;
    const back = this.distances[0] + 1;
    if (back > this.at || this.at + length > out.length) throw new Error('a packed file is damaged');
    for (const end = this.at + length; this.at < end; this.at += 1) out[this.at] = out[this.at - back];
  }
}

/** What was packed. @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
export const unpacked = (bytes) => new Unpacker(bytes).unpack();
