import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { importAddress } from '../../api/imports';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { importQuery } from './api';
import { CheckStep } from './CheckStep';
import { ColumnsStep } from './ColumnsStep';
import { FileStep } from './FileStep';
import { ImportFailed } from './ImportFailed';
import { ImportSteps } from './ImportSteps';
import { ResultStep } from './ResultStep';
import { StartStep } from './StartStep';
import type { ImportDialogs } from './slots';
import { type Step, stepOf } from './steps';
import type { Import } from './types';

type StepView = ComponentType<{ spreadsheet: Import } & ImportDialogs>;

const VIEWS: Record<Step, StepView> = {
  file: FileStep,
  columns: ColumnsStep,
  check: CheckStep,
  start: StartStep,
  result: ResultStep,
};

/** One import from the file to its result. Each step has a URL. */
export function ImportPage(dialogs: ImportDialogs) {
  const { t } = useTranslation();
  const { uuid = '', step: asked } = useParams();
  const { data, error, refetch } = useQuery(importQuery(uuid));
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('imports.notFound')} to="/imports" label={t('imports.toAll')} />;
  }
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <PageSkeleton />;

  const step = stepOf(data.state, asked);
  if (asked !== undefined && asked !== step)
    return <Navigate to={`${importAddress(uuid)}/${step}`} replace />;
  const View = VIEWS[step];
  return (
    <>
      <ImportHeader spreadsheet={data} />
      {data.state === 'failed' ? (
        <ImportFailed spreadsheet={data} />
      ) : (
        <>
          <ImportSteps spreadsheet={data} step={step} />
          <View spreadsheet={data} {...dialogs} />
        </>
      )}
    </>
  );
}

function ImportHeader({ spreadsheet }: { spreadsheet: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <PageHeader
      title={t('imports.page', { number: format.number(spreadsheet.id) })}
      subtitle={[
        isolate(spreadsheet.file_name),
        format.fileSize(spreadsheet.size),
        t('imports.by', {
          name: isolate(spreadsheet.created_by),
          time: format.relative(spreadsheet.created_at),
        }),
      ].join(' · ')}
      back={{ to: '/imports', label: t('imports.title') }}
    />
  );
}
