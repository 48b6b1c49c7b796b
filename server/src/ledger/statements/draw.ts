// Lines of text and rules on paper, at given positions. Nothing wraps: text that does not fit ends in an ellipsis.
import { fileURLToPath } from 'node:url';
import type PdfDocument from 'pdfkit';

// In points; 72 are an inch. A4 portrait.
export const PAGE = { width: 595.28, height: 841.89, margin: 48 };
export const RIGHT = PAGE.width - PAGE.margin;
export const SMALL = 7.5;
export const NORMAL = 8.5;
const INK = '#1d2433';
export const FAINT = '#667085';
export const RULE = '#d0d5dd';

/**
 * Embedded, so that paper looks the same everywhere. It covers most alphabets, and its digits have one width, so that
 * figures align.
 */
export const FONT = 'DejaVuSansCondensed';
export const BOLD = 'DejaVuSansCondensed-Bold';
/** The file of a font. */
export const fontFile = (name: string) => fileURLToPath(new URL(`../../../fonts/${name}.ttf`, import.meta.url));

export type Paper = InstanceType<typeof PdfDocument>;

type Place = { left: number; top: number; width: number; size: number; bold?: true; right?: true; color?: string };

/** Draws one line of text; text that does not fit ends in an ellipsis. */
export function put(paper: Paper, text: string, place: Place): void {
  const widthOf = place.bold ? boldWidths : widths;
  let shown = '';
  let width = 0;
  const most = place.width / place.size;
  for (const letter of printable(text)) {
    const next = width + widthOf(paper, letter);
    if (next > most) {
      shown = `${shown.slice(0, -2)}…`;
      break;
    }
    shown += letter;
    width = next;
  }
  const left = place.right ? place.left + place.width - width * place.size : place.left;
  paper
    .font(place.bold ? BOLD : FONT)
    .fontSize(place.size)
    .fillColor(place.color ?? INK)
    .text(shown, left, place.top, { lineBreak: false });
}

const widths = widthsOf(FONT);
const boldWidths = widthsOf(BOLD);

/** Widths are measured at this size and scale with it. */
const MEASURED = 1_000;

/** Caches the widths of letters at size one: measuring whole texts takes most of the time of a long statement. */
function widthsOf(font: string): (paper: Paper, letter: string) => number {
  const known = new Map<string, number>();
  return (paper, letter) => {
    let width = known.get(letter);
    if (width === undefined) {
      width = paper.font(font).fontSize(MEASURED).widthOfString(letter) / MEASURED;
      known.set(letter, width);
    }
    return width;
  };
}

/** Draws a line across the page. */
export const rule = (paper: Paper, top: number) =>
  paper.lineWidth(0.5).strokeColor(RULE).moveTo(PAGE.margin, top).lineTo(RIGHT, top).stroke();

/** A time to the minute: 2026-11-15 09:30. */
export const momentOf = (instant: string) => instant.slice(0, 16).replace('T', ' ');

/** Groups thousands: 1,234,567.89. */
export const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?=\.))/g, ',');

/** Removes invisible characters and those that change the text direction. */
export const printable = (text: string) => text.normalize('NFC').replace(/\p{C}/gu, ' ');
