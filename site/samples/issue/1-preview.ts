const order = { type: 'issue', productId: product?.id ?? '', holderId: holder.id, amount: '100.00' } as const;
const preview = await cardwright.operations.preview(order);
show(preview);
