/** What checks an answer, such as a schema of the contract. */
export type AnswerSchema<Answer> = {
  safeParse: (content: unknown) => { success: true; data: Answer } | { success: false };
};

/** For where only whether it went well matters. */
export const anyAnswer: AnswerSchema<unknown> = {
  safeParse: (content) => ({ success: true, data: content }),
};
