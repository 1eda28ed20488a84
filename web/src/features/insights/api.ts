import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { ANALYTICS } from '../../api/queries/keys';
import type { components } from '../../api/schema.v1.gen';

export type Report = components['schemas']['AnalyticsReport'];
export type Figure = components['schemas']['AnalyticsFigure'];
export type Behind = components['schemas']['AnalyticsCredential'];
export type Stage = components['schemas']['AnalyticsStage'];

export const REPORTS = [
  'overview',
  'engagement',
  'email',
  'sharing',
  'verification',
  'groups',
  'designs',
  'sharers',
  'team',
] as const;
export type ReportName = (typeof REPORTS)[number];

/** The period and the part of the department that a report is about. */
export interface Scope {
  start_date?: string;
  end_date?: string;
  group_id?: string;
  tag?: string;
}

/** A report. The figures shown before stay while others load. */
export const reportQuery = (name: ReportName, query: Scope & { compare: boolean }) =>
  queryOptions({
    queryKey: [...ANALYTICS, name, query],
    queryFn: async ({ signal }) =>
      (await call(api.GET(`/analytics/${name}`, { params: { query }, signal }))).analytics,
    placeholderData: keepPreviousData,
  });

/** A page of the credentials behind a figure. */
export const behindQuery = (stage: Stage, query: Scope, page: number) =>
  queryOptions({
    queryKey: [...ANALYTICS, 'credentials', stage, query, page],
    queryFn: ({ signal }) =>
      call(
        api.GET('/analytics/credentials', {
          params: { query: { ...query, stage, page, page_size: PAGE_SIZE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

const PAGE_SIZE = 20;
