const { data: products } = await cardwright.products.list();
const product = products.find(({ kind }) => kind === 'card');
// Repeats under the same key until the issuer has confirmed the cardholder.
const operation = await cardwright.operations.create(
  {
    type: 'issue',
    productId: product?.id ?? '',
    holderId: holder.id,
    amount: '50.00',
    expectedTotal: '53.10',
  },
  { idempotencyKey: 'first-card' },
);
show(operation);
