// Lets JSON.stringify write a bigint as its digits, for a checker that puts bigint amounts into its messages.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value() {
    return this.toString();
  },
});
