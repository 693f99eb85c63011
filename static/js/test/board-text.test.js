import assert from "node:assert/strict";
import { test } from "node:test";
import { format, parse } from "../board-text.js";

test("a board comes out of its text as it went in", () => {
  for (const text of [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r3k2r/pp1Q~1ppp/8/3n4/8/8/PPP2PPP/R3K2R[QNPpp] b KQkq - 0 14",
    "8/8/8/8/8/8/8/8[] w -",
  ]) {
    assert.equal(format(parse(text)), text);
  }
  const { squares, stock, turn } = parse("r3k2r/pp1Q~1ppp/8/8/8/8/8/4K3[Pn] b - - 0 1");
  assert.equal(squares.get("d7"), "Q~");
  assert.equal(squares.get("a8"), "r");
  assert.equal(squares.size, 10);
  assert.deepEqual([stock, turn], ["Pn", "b"]);
});

test("a mark of promotion behind no man stands for nobody", () => {
  assert.equal(parse("~7/8/8/8/8/8/8/4K3[] w - - 0 1").squares.size, 1);
  assert.equal(parse("3~4/8/8/8/8/8/8/4K3[] w - - 0 1").squares.size, 1);
});
