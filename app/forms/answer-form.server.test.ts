import { describe, expect, it, vi } from 'vitest';
import { answerForm } from './answer-form.server.ts';

function post(body: BodyInit, headers: Record<string, string> = {}) {
  return new Request('https://app.example/', { method: 'POST', body, headers });
}

describe('answerForm', () => {
  it.each([
    ['another intent', post(new URLSearchParams({ intent: 'delete' }))],
    ['no intent', post(new URLSearchParams({ name: 'Weekly' }))],
    ["an intent that is every object's", post(new URLSearchParams({ intent: 'toString' }))],
    ['a list that no form has', post(new URLSearchParams({ intent: 'save', 'a[9999999].b': '1' }))],
    [
      'a name that no field has',
      post(new URLSearchParams({ intent: 'save', [`${'a.'.repeat(200)}b`]: '1' })),
    ],
    [
      "what Conform's own fields are for",
      post(new URLSearchParams({ intent: 'save', __intent__: '{}' })),
    ],
    [
      'a key that no header takes',
      post(new URLSearchParams({ intent: 'save', idempotencyKey: '٣' })),
    ],
    ['no form', post('{"intent":"save"}', { 'Content-Type': 'application/json' })],
  ])('refuses %s', async (_, request) => {
    const save = vi.fn();
    const answer = await answerForm(request, { save });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ saved: null, status: 400 });
    expect(save).not.toHaveBeenCalled();
  });

  it('hands the form and its key to what the intent names', async () => {
    const save = vi.fn(async () => Response.json('saved'));
    const fields = { intent: 'save', idempotencyKey: 'key-1', name: 'Weekly' };
    const answer = await answerForm(post(new URLSearchParams(fields)), { save, other: vi.fn() });
    expect(await answer.json()).toBe('saved');
    expect(save).toHaveBeenCalledExactlyOnceWith({
      formData: expect.any(FormData),
      idempotencyKey: 'key-1',
    });
  });
});
