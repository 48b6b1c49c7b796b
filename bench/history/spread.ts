// The owner and the time of a loaded row.
import { type History, msOfSql } from './history.ts';

/** SQL: the owner of a row by its number: the measured company has the even ones. */
export const ownerSql = (history: History): string =>
  `case when number % 2 = 0 then 0 else 1 + number / 2 % ${history.others} end`;

/** SQL: the time of the row with this number; `count` rows are spread evenly over the history. */
export const spreadSql = (history: History, count: number): string =>
  msOfSql(history, `(number / 2 * ${history.measured} / ${Math.ceil(count / 2)})`);
