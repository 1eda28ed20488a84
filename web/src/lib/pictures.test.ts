import { expect, test } from 'vitest';
import { widthsOf } from './pictures';

test('a picture that the server paints comes in several widths', () => {
  expect(widthsOf('https://laurel.example/v1/frontend/design_image/1?sample=true')).toMatch(
    /^https:\/\/laurel\.example\/v1\/frontend\/design_image\/1\?sample=true&width=240 240w, /,
  );
  expect(widthsOf('/v1/frontend/template_image/oak')).toContain('/oak?width=480 480w');
});

test('an upload, and a picture of a width that was asked for, have one size', () => {
  expect(widthsOf('https://files.example/logo.png')).toBeUndefined();
  expect(widthsOf('/v1/frontend/design_image/1?width=240')).toBeUndefined();
});
