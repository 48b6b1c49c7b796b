import { createClient } from '@cardwright/sdk';

const cardwright = createClient({
  baseUrl: process.env.CARDWRIGHT_URL ?? 'http://127.0.0.1:3000',
  apiKey: process.env.CARDWRIGHT_API_KEY ?? '',
});
const show = (value: unknown) => console.log(JSON.stringify(value));
