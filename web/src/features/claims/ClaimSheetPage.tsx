import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { groupQuery } from '../../api/queries/groups';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { qrCode, qrPNG, qrSVG } from '../../lib/qr';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { styleNonce } from '../../ui/theme/nonce';
import { type ClaimLink, claimLinkQuery } from './api';
import styles from './ClaimSheet.module.css';

const PAPERS = ['a4', 'us-letter'] as const;
type Paper = (typeof PAPERS)[number];
const PAGE_SIZE: Record<Paper, string> = { a4: 'A4', 'us-letter': 'letter' };
const PNG_PX = 1200;

/** A printable poster with the link as a QR code. */
export function Component() {
  const { t } = useTranslation();
  const { id: groupId, linkId } = useParams();
  const [paper, setPaper] = useState<Paper>('a4');
  const { data: link, error, refetch } = useQuery(claimLinkQuery(Number(linkId)));
  const group = useQuery(groupQuery(Number(groupId)));
  const back = { to: `/groups/${groupId}/claims`, label: t('claims.title') };
  if (error instanceof ApiError && error.status === 404)
    return <NotFound title={t('claims.notFound')} to={back.to} label={back.label} />;
  if (error && !link) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!link || !group.data) return <PageSkeleton />;
  return (
    <>
      <style nonce={styleNonce()}>{`@page { size: ${PAGE_SIZE[paper]}; margin: 0 }`}</style>
      <div className={styles.tools}>
        <PageHeader
          title={t('claims.sheet.title')}
          subtitle={t('claims.sheet.subtitle')}
          back={back}
          action={
            <>
              <QrFiles link={link} />
              <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
                {t('claims.sheet.print')}
              </Button>
            </>
          }
        />
        <SegmentedControl
          mb="md"
          aria-label={t('exports.options.paper')}
          value={paper}
          onChange={(value) => setPaper(value as Paper)}
          data={PAPERS.map((value) => ({ value, label: t(`exports.paper.${value}`) }))}
        />
      </div>
      <Poster link={link} course={group.data.course_name} paper={paper} />
    </>
  );
}

function Poster({ link, course, paper }: { link: ClaimLink; course: string; paper: Paper }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { size, path } = qrCode(link.url);
  return (
    <article className={styles.sheet} data-paper={paper} aria-label={t('claims.sheet.title')}>
      <h2 className={styles.course}>
        <bdi>{course}</bdi>
      </h2>
      <p className={styles.lead}>{t('claims.sheet.lead')}</p>
      <svg
        className={styles.qr}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t('claims.sheet.qr', { url: link.url })}
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <p className={styles.url} dir="ltr">
        {link.url.replace(/^https?:\/\//, '')}
      </p>
      {link.closes_at && (
        <p className={styles.until}>
          {t('claims.sheet.until', { time: isolate(format.dateTime(link.closes_at)) })}
        </p>
      )}
    </article>
  );
}

function QrFiles({ link }: { link: ClaimLink }) {
  const { t } = useTranslation();
  const save = (blob: Blob, extension: string) => {
    const anchor = document.createElement('a');
    anchor.href = URL.createObjectURL(blob);
    anchor.download = `claim-${link.url.split('/').pop()}.${extension}`;
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  };
  const icon = <IconDownload size={16} aria-hidden />;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={icon}
        onClick={() => save(new Blob([qrSVG(link.url)], { type: 'image/svg+xml' }), 'svg')}
      >
        {t('claims.sheet.svg')}
      </Button>
      <Button
        variant="default"
        leftSection={icon}
        onClick={() => void qrPNG(link.url, PNG_PX).then((blob) => save(blob, 'png'))}
      >
        {t('claims.sheet.png')}
      </Button>
    </Group>
  );
}
