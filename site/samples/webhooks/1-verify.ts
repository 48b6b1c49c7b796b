import { SignatureError, webhooks } from '@cardwright/sdk';

// A delivery to check your own code with.
const secret = 'whsec_3q2bZ8yH0fVn5sKdR1tGx7LwPjUcMaEo';
const body = '{"id":"evt_01k9","type":"webhook.test"}';
const signature = 't=1767225600,v1=d8856cf567f3ccbb2ce559daec1bb92856fb90cf6bdfb3a12ed253f032e69695';
const signedAt = 1_767_225_600_000;
for (const now of [signedAt, signedAt + 24 * 3_600_000]) {
  try {
    await webhooks.verify(body, { 'Service-Signature': signature }, secret, { now });
    console.log('authentic');
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    console.log('rejected');
  }
}
