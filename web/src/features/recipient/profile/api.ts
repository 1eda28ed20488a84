import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../api/client';
import { QUIET, RECIPIENT } from '../../../api/recipient';
import type { components, operations } from '../../../api/schema.v1.gen';

export type Profile = components['schemas']['RecipientProfile'];
export type ProfilePreview =
  operations['recipientProfilePreview']['responses'][200]['content']['application/json'];
export type ProfileItem = Profile['items'][number];
export type ProfileLink = components['schemas']['ProfileLink'];
export type ProfileChange = NonNullable<
  operations['recipientProfile']['requestBody']
>['content']['application/json'];

export const MOST_LINKS = 8;

/** The largest photo that can be uploaded, in bytes. */
export const MOST_PHOTO = 5 * 1024 * 1024;

/** The signed-in recipient's profile. It is empty before it is written. */
export const profileQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'profile'],
    queryFn: async ({ signal }) => (await call(api.GET('/recipient/profile', { signal }), QUIET)).profile,
  });

/** The profile as others see it, or would once it is published. */
export const profilePreviewQuery = () =>
  queryOptions({
    queryKey: [...RECIPIENT, 'profile', 'preview'],
    staleTime: 0,
    queryFn: ({ signal }) => call(api.GET('/recipient/profile/preview', { signal }), QUIET),
  });

export async function updateProfile(body: ProfileChange): Promise<Profile> {
  return (await call(api.PUT('/recipient/profile', { body }), QUIET)).profile;
}

/** Whether the recipient can have a slug. */
export const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: [...RECIPIENT, 'slug', slug],
    retry: false,
    queryFn: ({ signal }) =>
      call(api.GET('/recipient/profile/slug/{slug}', { params: { path: { slug } }, signal }), QUIET),
  });

/** A square of a picture, as shares of its width, its height and its shorter side. */
export interface Crop {
  x: number;
  y: number;
  size: number;
}

export async function setPhoto(file: File, crop: Crop): Promise<Profile> {
  const form = new FormData();
  form.set('crop_x', String(crop.x));
  form.set('crop_y', String(crop.y));
  form.set('crop_size', String(crop.size));
  form.set('file', file);
  const body = { file: file.name };
  const answer = api.PUT('/recipient/profile/photo', { body, bodySerializer: () => form });
  return (await call(answer, QUIET)).profile;
}

export async function removePhoto(): Promise<Profile> {
  return (await call(api.DELETE('/recipient/profile/photo'), QUIET)).profile;
}
