// The fee of a deposit, as the database computes it (deposit_fee): for texts about money that is not credited yet.
import { type Usd, usd } from '../../foundation/money/usd.ts';

/** 1.5 %, in hundredths of a percent. */
const RATE_BPS = 150n;

/** The fee of a deposit, rounded up to the cent. */
export const depositFee = (amount: Usd): Usd => usd((amount * RATE_BPS + 9_999n) / 10_000n);
