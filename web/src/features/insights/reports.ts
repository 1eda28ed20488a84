import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { ANALYTICS, TEAM } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type ScheduledReport = components['schemas']['ScheduledReport'];
export type ReportInput = components['schemas']['ScheduledReportInput'];
export type Section = components['schemas']['ScheduledReportSection'];

/** What a scheduled report can contain. Reports that name people are on screen only. */
export const SECTIONS = [
  'overview',
  'engagement',
  'email',
  'sharing',
  'verification',
  'groups',
  'designs',
] as const satisfies readonly Section[];

const WRITING_MS = 3000;
const MOST_MEMBERS = 1000;

/** A page of the scheduled reports. It is refetched while one is being sent. */
export const reportsQuery = ({ page, page_size }: { page: number; page_size: number }) =>
  queryOptions({
    queryKey: [...ANALYTICS, 'reports', page, page_size],
    queryFn: ({ signal }) =>
      call(
        api.GET('/analytics/reports', {
          params: { query: { page: `${page}`, page_size: `${page_size}` } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.reports.some(({ last }) => last && !last.sent_at) ? WRITING_MS : false,
  });

/** The members who can be recipients. */
export const membersQuery = () =>
  queryOptions({
    queryKey: [...TEAM, 'recipients of reports'],
    queryFn: async ({ signal }) => {
      const query = { page: '1', page_size: `${MOST_MEMBERS}`, sort: 'name' } as const;
      return (await call(api.GET('/team_members', { params: { query }, signal }))).team_members;
    },
  });

export const createReport = (report: ReportInput) =>
  call(api.POST('/analytics/reports', { body: { report } }));

export const updateReport = (id: number, report: ReportInput) =>
  call(api.PATCH('/analytics/reports/{id}', { params: { path: { id } }, body: { report } }));

export const deleteReport = (id: number) =>
  call(api.DELETE('/analytics/reports/{id}', { params: { path: { id } } }));

export const sendReport = (id: number) =>
  call(api.POST('/analytics/reports/{id}/send', { params: { path: { id } } }));
