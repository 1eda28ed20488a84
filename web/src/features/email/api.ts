import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { EMAIL_SETTINGS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type EmailSettings = components['schemas']['EmailSettings'];
export type EmailSettingsInput = components['schemas']['EmailSettingsInput'];
export type Email = components['schemas']['LoggedEmail'];
export type WholeEmail = components['schemas']['LoggedEmailWhole'];
export type EmailServer = components['schemas']['EmailServer'];
export type EmailTest = components['schemas']['EmailTest'];
export type EmailFeedback = components['schemas']['EmailFeedback'];
export type EmailFeedbackInput = components['schemas']['EmailFeedbackInput'];
export type Suppression = components['schemas']['Suppression'];
export type DomainCheck = components['schemas']['EmailDomainCheck'];
export type EmailRecord = components['schemas']['EmailRecord'];
export type EmailSchedules = components['schemas']['EmailSchedules'];
export type EmailScheduleInput = components['schemas']['EmailScheduleInput'];
export type EmailSchedule = Required<EmailScheduleInput>;
export type SenderAddress = components['schemas']['SenderAddress'];

/** The screen says itself who may not see it. */
const DENIED = { quiet: [403] };

export const settingsQuery = () =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'settings'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/email_settings', { signal }), DENIED)).email_settings,
  });

export async function saveSettings(email_settings: EmailSettingsInput): Promise<EmailSettings> {
  return (await call(api.PUT('/email_settings', { body: { email_settings } }))).email_settings;
}

export const addressesQuery = () =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'addresses'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/sender_addresses', { signal }), DENIED)).sender_addresses,
  });

export async function addAddress(email: string): Promise<SenderAddress> {
  return (await call(api.POST('/sender_addresses', { body: { sender_address: { email } } }))).sender_address;
}

/** Mails the link that verifies an address again. */
export const resendLink = (id: number) =>
  call(api.POST('/sender_addresses/{id}/resend', { params: { path: { id } } }));

export const removeAddress = (id: number) =>
  call(api.DELETE('/sender_addresses/{id}', { params: { path: { id } } }));

/** Sends a test email through the department's server, each time it is asked for. */
export const testQuery = () =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'test'],
    queryFn: async ({ signal }) =>
      (await call(api.POST('/email_settings/test', { signal }), { quiet: [404, 429] })).email_test,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** A page of the log. */
export const emailsQuery = (query: Record<string, unknown>) =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'emails', query],
    queryFn: ({ signal }) => call(api.GET('/emails', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const emailQuery = (id: number) =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'email', id],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/emails/{id}', { params: { path: { id } }, signal }))).email,
  });

/** Sends an email again that failed or may not have arrived. */
export const resendEmail = (id: number) =>
  call(api.POST('/emails/{id}/resend', { params: { path: { id } } }));

export const feedbackQuery = () =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'feedback'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/email_feedback', { signal }), DENIED)).email_feedback,
  });

export async function saveFeedback(email_feedback: EmailFeedbackInput): Promise<EmailFeedback> {
  return (await call(api.PUT('/email_feedback', { body: { email_feedback } }))).email_feedback;
}

/** A page of the addresses that get no emails. */
export const suppressionsQuery = (query: Record<string, unknown>) =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'suppressions', query],
    queryFn: ({ signal }) => call(api.GET('/suppressions', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export async function suppress(email: string): Promise<Suppression> {
  return (await call(api.POST('/suppressions', { body: { suppression: { email } } }))).suppression;
}

/** Lets emails go to an address again. */
export const clearSuppression = (id: number) =>
  call(api.DELETE('/suppressions/{id}', { params: { path: { id } } }));

export const domainsQuery = () =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'domains'],
    queryFn: async ({ signal }) => (await call(api.GET('/email_domains', { signal }), DENIED)).email_domains,
  });

/** Tells which records of a domain are in DNS, and makes its keys unless it has them. */
export async function checkDomain(domain: string): Promise<DomainCheck> {
  return (await call(api.POST('/email_domains/check', { body: { domain } }))).email_domain_check;
}

/** Has emails from a domain signed with the next key. */
export async function rotateKey(domain: string): Promise<DomainCheck> {
  return (await call(api.POST('/email_domains/rotate', { body: { domain } }))).email_domain_check;
}
export const schedulesQuery = () =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'schedules'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/email_schedules', { signal }), DENIED)).email_schedules,
  });

export async function saveSchedules(
  email_schedules: components['schemas']['EmailSchedulesInput'],
): Promise<EmailSchedules> {
  return (await call(api.PUT('/email_schedules', { body: { email_schedules } }))).email_schedules;
}

export const saveGroupSchedule = (id: number, email_schedule: EmailScheduleInput) =>
  call(api.PUT('/email_schedules/groups/{id}', { params: { path: { id } }, body: { email_schedule } }));

export const deleteGroupSchedule = (id: number) =>
  call(api.DELETE('/email_schedules/groups/{id}', { params: { path: { id } } }));

/** What goes out in the next 7 days. */
export const upcomingQuery = () =>
  queryOptions({
    queryKey: [...EMAIL_SETTINGS, 'upcoming'],
    queryFn: async ({ signal }) =>
      (await call(api.GET('/email_schedules/upcoming', { signal }), DENIED)).upcoming,
  });
