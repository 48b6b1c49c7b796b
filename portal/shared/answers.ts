// What the endpoints of a contract answer and take, by the names of their operations.

/** The body that an operation answers. */
export type AnswerOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The body that an operation takes. */
export type SentTo<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : never;
