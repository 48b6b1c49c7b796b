// Card numbers, recognised so that they are never stored or shown by mistake.

/** A payment card's number has 13 to 19 digits. */
const CARD_NUMBER = /^\d{13,19}$/;

/** Whether a whole text is digits that could be a card's number: the right length, and a check digit that fits. */
export const isCardNumber = (text: string): boolean => CARD_NUMBER.test(text) && passesLuhn(text);

/** Whether a text has, anywhere, an unbroken run of digits that could be a card's number. */
export const holdsCardNumber = (text: string): boolean => (text.match(/\d+/g) ?? []).some(isCardNumber);

/** The check of ISO/IEC 7812: every second digit from the right counts twice, and the sum ends in zero. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromRight = 1; fromRight <= digits.length; fromRight++) {
    const digit = Number(digits.at(-fromRight));
    const counted = fromRight % 2 === 0 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
