import { ActionIcon, Anchor, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconEyeOff, IconX } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { components } from '../../api/schema.v1.gen';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { ReorderGrip } from '../../ui/list/ReorderGrip';
import { moved, useReorder } from '../../ui/list/useReorder';
import { Picture } from '../../ui/Picture';
import { ImportedWords } from './ImportedWords';
import styles from './OrderedCredentials.module.css';

interface Ordered {
  credential: components['schemas']['PublicCredential'] | null;
  imported?: components['schemas']['CollectedImport'] | null;
  /** Not shown to others. */
  hidden: boolean;
}

interface OrderedCredentialsProps<T extends Ordered> {
  /** The query that holds the items, and its data for items in another order. */
  queryKey: QueryKey;
  hold: (items: T[]) => unknown;
  items: readonly T[];
  save: (items: readonly T[]) => Promise<unknown>;
  onRemove: (item: T) => void;
  words: { remove: string; removeOf: (name: string) => string };
  /** What follows the name of a credential. */
  extra?: (item: T) => ReactNode;
}

/** The ID of a credential, issued here or imported. */
export const idOf = ({ credential, imported }: Pick<Ordered, 'credential' | 'imported'>) =>
  imported?.id ?? credential?.uuid ?? '';

/** Its name; an imported one may have none. */
export const nameOf = ({ credential, imported }: Pick<Ordered, 'credential' | 'imported'>) =>
  imported?.title ?? credential?.name ?? '';

/** Credentials that a person shows, in an order that they choose by dragging or with the arrow keys. */
export function OrderedCredentials<T extends Ordered>(props: OrderedCredentialsProps<T>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { queryKey, hold, items, save, onRemove, words, extra } = props;
  const order = useReorder({
    queryKey,
    items,
    hold,
    save: (item, to) => save(moved(items, items.indexOf(item), to)),
  });
  return (
    <>
      <ol className={styles.items}>
        {items.map((item, at) => {
          const name = isolate(nameOf(item) || t('collections.imports.untitled'));
          return (
            <li key={idOf(item)} className={styles.item} {...order.row(at)}>
              {items.length > 1 && (
                <ReorderGrip label={t('collections.grip', { name })} grip={order.grip(at)} />
              )}
              {item.imported ? (
                <ImportedWords imported={item.imported}>{extra?.(item)}</ImportedWords>
              ) : (
                item.credential && (
                  <Words credential={item.credential} hidden={item.hidden}>
                    {extra?.(item)}
                  </Words>
                )
              )}
              <Tooltip label={words.remove}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={words.removeOf(name)}
                  onClick={() => onRemove(item)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          );
        })}
      </ol>
      <VisuallyHidden role="status">
        {order.last &&
          t('collections.movedTo', {
            name: isolate(nameOf(order.last.item) || t('collections.imports.untitled')),
            place: format.number(order.last.place + 1),
            number: format.number(items.length),
            count: items.length,
          })}
      </VisuallyHidden>
    </>
  );
}

interface WordsProps {
  credential: NonNullable<Ordered['credential']>;
  hidden: boolean;
  children: ReactNode;
}

function Words({ credential, hidden, children }: WordsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const picture = credential.certificate ?? credential.badge;
  return (
    <>
      <Picture
        src={picture?.image_url}
        placeholder={picture?.sample_url}
        alt=""
        width={78}
        className={styles.thumb ?? ''}
      />
      <div className={styles.words}>
        <Anchor component={Link} to={`/${credential.uuid}`} className={styles.name} inherit>
          <bdi lang={credential.language}>{credential.name}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          <bdi>{credential.issuer.name}</bdi>
          {` · ${format.date(credential.issued_on)}`}
        </Text>
        {hidden && (
          <Group gap={6} wrap="nowrap" c="dimmed">
            <IconEyeOff size={14} aria-hidden />
            <Text size="sm">
              {t(credential.private ? 'collections.hiddenPrivate' : 'collections.hidden')}
            </Text>
          </Group>
        )}
        {children}
      </div>
    </>
  );
}
