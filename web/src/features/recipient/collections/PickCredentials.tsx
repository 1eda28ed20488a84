import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { useFormat } from '../../../i18n/useFormat';
import { Modal } from '../../../ui/dialog/Modal';
import { ErrorPage } from '../../../ui/ErrorPage';
import { toast } from '../../../ui/toast/toast';
import { importsQuery } from '../imports/api';
import { ownCredentialsQuery, type WalletCredential } from '../wallet/api';
import styles from './collections.module.css';

interface PickCredentialsProps {
  title: string;
  /** The credentials that are there already, and what that is called. */
  held: readonly string[];
  heldWords: string;
  failedWords: string;
  /** Offers imported credentials too. */
  imports?: boolean;
  onAdd: (ids: readonly string[], imported: readonly string[]) => Promise<unknown>;
  onClose: () => void;
}

/** Finds credentials of the wallet and adds them to a collection or a profile. */
export function PickCredentials({
  title,
  held: before,
  heldWords,
  failedWords,
  imports = false,
  onAdd,
  onClose,
}: PickCredentialsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const found = useInfiniteQuery(ownCredentialsQuery(asked ? { search: asked } : {}));
  const held = new Set(before);
  const all = found.data?.pages.flatMap((page) => page.credentials);
  const others = useInfiniteQuery({ ...importsQuery(), enabled: imports });
  const words = search.trim().toLocaleLowerCase();
  const known = others.data?.pages.flatMap((page) => page.imports) ?? [];
  const imported = new Set(known.map(({ id }) => id));
  const fitting = known.filter(({ title, issuer }) =>
    `${title} ${issuer.name}`.toLocaleLowerCase().includes(words),
  );
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const add = async () => {
    setBusy(true);
    try {
      await onAdd(
        chosen.filter((id) => !imported.has(id)),
        chosen.filter((id) => imported.has(id)),
      );
      onClose();
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || failedWords, []);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={title}>
      <Stack gap="md">
        <TextInput
          type="search"
          aria-label={t('recipient.wallet.search')}
          placeholder={t('recipient.wallet.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
        {found.error && !all ? (
          <ErrorPage part onRetry={() => void found.refetch()} />
        ) : !all ? (
          <Skeleton height={160} aria-busy />
        ) : all.length === 0 && fitting.length === 0 ? (
          <Text c="dimmed">{t('recipient.wallet.nothing')}</Text>
        ) : (
          <ul className={styles.found}>
            {all.map((credential) => (
              <li key={credential.uuid}>
                <Choice
                  credential={credential}
                  held={held.has(credential.uuid) && heldWords}
                  chosen={chosen.includes(credential.uuid)}
                  onToggle={() => toggle(credential.uuid)}
                />
              </li>
            ))}
            {found.hasNextPage && (
              <li>
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={found.isFetchingNextPage}
                  onClick={() => void found.fetchNextPage()}
                >
                  {t('wallet.more')}
                </Button>
              </li>
            )}
          </ul>
        )}
        {fitting.length > 0 && (
          <div>
            <Text component="h3" size="sm" fw={600}>
              {t('collections.imports.group')}
            </Text>
            <ul className={styles.found} aria-label={t('collections.imports.group')}>
              {fitting.map((each) => (
                <li key={each.id}>
                  <Checkbox
                    checked={held.has(each.id) || chosen.includes(each.id)}
                    disabled={held.has(each.id)}
                    onChange={() => toggle(each.id)}
                    label={<bdi>{each.title || t('collections.imports.untitled')}</bdi>}
                    description={
                      held.has(each.id) ? (
                        heldWords
                      ) : (
                        <>
                          {each.issuer.name && <bdi>{each.issuer.name}</bdi>}
                          {each.issuer.name && ' · '}
                          {t(`imported.status.${each.status}`)}
                        </>
                      )
                    }
                  />
                </li>
              ))}
              {others.hasNextPage && (
                <li>
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={others.isFetchingNextPage}
                    onClick={() => void others.fetchNextPage()}
                  >
                    {t('wallet.more')}
                  </Button>
                </li>
              )}
            </ul>
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button disabled={chosen.length === 0} loading={busy} onClick={() => void add()}>
            {t('collections.pick.add', { count: chosen.length, number: format.number(chosen.length) })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ChoiceProps {
  credential: WalletCredential;
  /** What it is called that the credential is there already, or false. */
  held: string | false;
  chosen: boolean;
  onToggle: () => void;
}

function Choice({ credential, held, chosen, onToggle }: ChoiceProps) {
  const format = useFormat();
  return (
    <Checkbox
      checked={Boolean(held) || chosen}
      disabled={Boolean(held)}
      onChange={onToggle}
      label={<bdi lang={credential.language}>{credential.name}</bdi>}
      description={
        held || (
          <>
            <bdi>{credential.issuer.name}</bdi>
            {` · ${format.date(credential.issued_on)}`}
          </>
        )
      }
    />
  );
}
