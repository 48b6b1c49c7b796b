await cardwright.sandbox.advanceClock({ seconds: 60 });
let reviewed = await cardwright.operations.get(topup.id);
while (reviewed.status !== 'completed') {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  reviewed = await cardwright.operations.get(topup.id);
}
show(reviewed);
