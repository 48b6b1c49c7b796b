// Request and response bodies of a contract, by operation name.

/** The response body of an operation. */
export type AnswerOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The request body of an operation. */
export type SentTo<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : never;
