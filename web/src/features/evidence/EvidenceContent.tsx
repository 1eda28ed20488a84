import { Badge, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { Markdown } from '../../ui/Markdown';
import { Picture } from '../../ui/Picture';
import type { EvidenceItem } from './api';
import { type CourseTime, contentOf, plain, type TranscriptRow } from './content';
import styles from './evidence.module.css';
import type { Category } from './values';

/** The preview image of an item, or its file if that is an image. */
export function pictureOf({ preview_image_url: preview, file }: EvidenceItem): string | null {
  return preview ?? (file?.content_type.startsWith('image/') ? file.url : null);
}

/** One evidence item with a small or large preview image. */
export function EvidenceContent({ item, large = false }: { item: EvidenceItem; large?: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { file } = item;
  const { grade, transcript, course, text } = contentOf(item);
  const picture = pictureOf(item);
  return (
    <div className={styles.content} data-large={large || undefined}>
      {picture &&
        (large ? <LargePicture src={picture} /> : <Picture src={picture} alt="" ratio={1} width={56} />)}
      <div className={styles.words}>
        <Text fw={600} fz={large ? 'lg' : undefined}>
          <bdi>{item.description}</bdi>
        </Text>
        <Text c="dimmed" fz="sm">
          {t(`evidence.category.${(item.category ?? 'text') as Category}`)}
          {file && ` · ${format.fileSize(file.size)}`}
          {grade !== null && ` · ${format.grade(grade)}`}
        </Text>
        <Where item={item} />
        {course && <Course course={course} />}
        {item.narrative && <Markdown text={item.narrative} />}
        {text && (
          <Text className={styles.text} dir="auto" lineClamp={large ? undefined : 6}>
            {plain(text)}
          </Text>
        )}
        {transcript.length > 0 && <Transcript rows={transcript} />}
        {item.rejection_reason && (
          <Text fz="sm" dir="auto">
            {t('evidence.rejectedBecause', { reason: item.rejection_reason })}
          </Text>
        )}
        <Notes item={item} />
      </div>
    </div>
  );
}

/** Link to an item's file or URL. A file that is not available yet is shown by name only. */
function Where({ item: { file, link_url } }: { item: EvidenceItem }) {
  const address = file ? file.url : link_url;
  const name = file ? file.name : address;
  if (!address) return name && <bdi>{name}</bdi>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={styles.link}>
      <bdi>{name}</bdi>
    </a>
  );
}

function LargePicture({ src }: { src: string }) {
  return <img src={src} alt="" className={styles.picture} />;
}

function Course({ course }: { course: CourseTime }) {
  const { t } = useTranslation();
  const format = useFormat();
  const days = Number(course.days);
  const parts = [
    course.start && course.end
      ? t('evidence.fromTo', { from: format.date(course.start), to: format.date(course.end) })
      : (course.start || course.end) && format.date(course.start || course.end),
    course.days && t('evidence.days', { count: days, number: format.number(days) }),
  ];
  return <Text>{parts.filter(Boolean).join(' · ')}</Text>;
}

function Transcript({ rows }: { rows: readonly TranscriptRow[] }) {
  const { t } = useTranslation();
  const weighed = rows.some(({ weight }) => weight !== '');
  return (
    <table className={styles.transcript}>
      <thead>
        <tr>
          <th scope="col">{t('evidence.transcript.subject')}</th>
          <th scope="col">{t('evidence.transcript.grade')}</th>
          {weighed && <th scope="col">{t('evidence.transcript.weight')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Fragment key={`${String(at)} ${row.subject}`}>
            <tr>
              <th scope="row">
                <bdi>{row.subject}</bdi>
              </th>
              <td>
                <bdi>{row.grade}</bdi>
              </td>
              {weighed && <td>{row.weight}</td>}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Badges for everything that restricts an item, such as its review state or visibility. */
function Notes({ item }: { item: EvidenceItem }) {
  const { t } = useTranslation();
  const notes = [
    item.state !== 'accepted' && t(`evidence.state.${item.state}`),
    item.hidden && t('evidence.hidden'),
    item.supplemental && t('evidence.supplemental'),
    item.file !== null && item.scan_state !== 'clean' && t(`evidence.scan.${item.scan_state}`),
    item.visibility !== 'public' && t(`evidence.visibility.${item.visibility}`),
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <Badge key={note} variant="default" mt={6} me={6}>
      {note}
    </Badge>
  ));
}
