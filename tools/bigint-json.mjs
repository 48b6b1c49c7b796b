// Lets JSON.stringify write a bigint as its digits. The outside checker formats bigint amounts into its messages, which
// throws without this; what it compares is not touched.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value() {
    return this.toString();
  },
});
