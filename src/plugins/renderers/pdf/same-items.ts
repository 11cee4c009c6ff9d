// Whether two items draw the same. Runs are the same where they are one object, as text that comes again is shaped
// once; what is told apart here for nothing is drawn once more and found by its bytes. Which node of the structure an
// item belongs to does not count: a form marks no content.
import type {
  Color,
  FillItem,
  PathCommand,
  PlacedItem,
  Rectangle,
  Shape,
  StrokeItem,
} from "../../../core/sdk/index.ts";

export function areSameItems(one: readonly PlacedItem[], other: readonly PlacedItem[]): boolean {
  return one.length === other.length && one.every((item, index) => isSame(item, other[index] as PlacedItem));
}

function isSame(one: PlacedItem, other: PlacedItem): boolean {
  // Layout gives words that stand at one place on all pages as the same items.
  if (one === other) return true;
  if (one.kind === "glyphs") {
    return (
      other.kind === "glyphs" &&
      one.run === other.run &&
      one.xEmu === other.xEmu &&
      one.yEmu === other.yEmu &&
      one.sizeEmu === other.sizeEmu &&
      one.scaleThousandths === other.scaleThousandths &&
      one.letterSpacingEmu === other.letterSpacingEmu &&
      isSameList(one.adjustmentsEmu, other.adjustmentsEmu) &&
      one.rotation === other.rotation &&
      one.isSlanted === other.isSlanted &&
      isSameColor(one.color, other.color)
    );
  }
  if (one.kind === "fill") {
    return other.kind === "fill" && one.rule === other.rule && isPlain(one) && isPlain(other) && isSameLook(one, other);
  }
  if (one.kind !== "stroke" || other.kind !== "stroke") return false;
  return (
    one.widthEmu === other.widthEmu &&
    one.cap === other.cap &&
    one.join === other.join &&
    one.miterLimitThousandths === other.miterLimitThousandths &&
    one.dashEmu.length === 0 &&
    other.dashEmu.length === 0 &&
    isPlain(one) &&
    isPlain(other) &&
    isSameLook(one, other)
  );
}

function isPlain({ clip, clipPaths, gradient }: FillItem | StrokeItem): boolean {
  return clip === undefined && clipPaths === undefined && gradient === undefined;
}

function isSameLook(one: FillItem | StrokeItem, other: FillItem | StrokeItem): boolean {
  return isSameColor(one.color, other.color) && isSameShape(one.shape, other.shape);
}

function isSameShape(one: Shape, other: Shape): boolean {
  if (one === other) return true;
  if (one.kind === "rectangle") {
    return (
      other.kind === "rectangle" && one.radiusEmu === other.radiusEmu && isSamePlace(one.rectangle, other.rectangle)
    );
  }
  if (other.kind === "rectangle" || one.commands.length !== other.commands.length) return false;
  return one.commands.every((command, index) => isSameCommand(command, other.commands[index] as PathCommand));
}

function isSamePlace(one: Rectangle, other: Rectangle): boolean {
  return (
    one.leftEmu === other.leftEmu &&
    one.topEmu === other.topEmu &&
    one.rightEmu === other.rightEmu &&
    one.bottomEmu === other.bottomEmu
  );
}

/** Curves come in drawings, which come in pictures: they are compared by their bytes. */
function isSameCommand(one: PathCommand, other: PathCommand): boolean {
  if (one.op === "close") return other.op === "close";
  if (one.op === "curve" || other.op === "curve" || other.op === "close") return false;
  return one.op === other.op && one.xEmu === other.xEmu && one.yEmu === other.yEmu;
}

function isSameList(one: readonly number[] | null, other: readonly number[] | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function isSameColor(one: Color, other: Color): boolean {
  return one === other || one.every((level, index) => level === other[index]);
}
