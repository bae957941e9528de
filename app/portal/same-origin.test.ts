import { describe, expect, it } from 'vitest';
import { isSameOriginRequest } from './same-origin.ts';

const origin = 'https://cadence.example';

describe('a request', () => {
  it.each([
    ['that the browser calls same-origin', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }],
    ['of an older browser from our own page', { Origin: origin }],
  ])('%s is ours', (_, headers) => {
    expect(isSameOriginRequest(new Headers(headers), origin)).toBe(true);
  });

  it.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['from another site that forges an origin', { 'Sec-Fetch-Site': 'cross-site', Origin: origin }],
    ['from a sister site', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://x.example' }],
    ['that the user typed', { 'Sec-Fetch-Site': 'none' }],
    ['of an older browser from elsewhere', { Origin: 'https://evil.example' }],
    ['of an older browser from a page without an origin', { Origin: 'null' }],
    ['from a like-named host', { Origin: 'https://cadence.example.evil.example' }],
    ['from our host by another scheme', { Origin: 'http://cadence.example' }],
    ['that says nothing', {}],
  ])('%s is not', (_, headers) => {
    expect(isSameOriginRequest(new Headers(headers), origin)).toBe(false);
  });
});
