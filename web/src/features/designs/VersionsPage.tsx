import { Button } from '@mantine/core';
import { IconBrush } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { designQuery } from '../../api/queries/designs';
import { type PastVersion, VersionHistory } from '../../editor';
import { useFormat } from '../../i18n/useFormat';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { toast } from '../../ui/toast/toast';
import type { Design } from './api';
import { useVersionsPort } from './versionsPort';

/** Version history of one design. The versions on display are in the URL. */
export function Component() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(designQuery(id));
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('designs.notFound')} to="/designs" label={t('designs.title')} />;
  }
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!data || data.id === null) return <PageSkeleton />;
  return <History key={data.id} design={{ ...data, id: data.id }} />;
}

function History({ design }: { design: Design & { id: number } }) {
  const { t } = useTranslation();
  const format = useFormat();
  const port = useVersionsPort(design.id);
  const [place, onPlace] = usePlace();
  // Remounts the history after a restore was undone from the toast.
  const [turn, setTurn] = useState(0);
  const { restore } = port;

  const goBack = async (number: number, from: number): Promise<boolean> => {
    const outcome = await restore?.(number, from);
    if (outcome?.state === 'refused') toast.formWarning(outcome.lines.join('\n'), []);
    if (outcome?.state !== 'restored') return false;
    const { version } = outcome.design;
    toast.undo(
      t('editor.versions.restored', { number: format.number(number) }),
      t('designs.versions.undo'),
      () => void goBack(from, version).then((done) => done && setTurn((count) => count + 1)),
    );
    return true;
  };
  return (
    <>
      <PageHeader
        title={t('designs.versions.title', { name: design.name })}
        back={{ to: `/designs/${design.id}`, label: design.name }}
        action={
          restore && (
            <Button
              component={Link}
              to={`/designs/${design.id}/edit`}
              variant="default"
              leftSection={<IconBrush size={16} aria-hidden />}
            >
              {t('designs.editor.open')}
            </Button>
          )
        }
      />
      <VersionHistory
        key={turn}
        port={port}
        place={place}
        onPlace={onPlace}
        onRestore={restore && (({ number }: PastVersion) => goBack(number, design.version))}
      />
    </>
  );
}

/** The versions on display, from the URL: ?version=3&against=5 */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const number = (name: string) => Number(params.get(name)) || null;
  const place = { shown: number('version'), against: number('against') };
  const onPlace = (next: typeof place) =>
    setParams(
      {
        ...(next.shown !== null && { version: String(next.shown) }),
        ...(next.against !== null && { against: String(next.against) }),
      },
      { replace: true },
    );
  return [place, onPlace] as const;
}
