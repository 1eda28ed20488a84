import { NumberInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditorContext } from '../../state/context/context';

/** The sources of user input, as opposed to a new value from outside. */
const BY_HAND = new Set<string>(['event', 'increment', 'decrement']);

type Props = {
  label: string;
  /** Undefined while several blocks have different numbers. */
  value: number | undefined;
  min: number;
  max: number;
  step?: number;
  decimals?: number;
  suffix?: string;
  disabled?: boolean;
  onChange: (value: number) => void;
};

/** A number input that takes effect while typing. While it is empty nothing changes. */
export function NumberField({
  label,
  value,
  min,
  max,
  step = 1,
  decimals = 2,
  suffix,
  disabled,
  onChange,
}: Props) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const shown = value === undefined ? '' : Number(value.toFixed(decimals));
  // The typed text stays until the field loses focus: "4" on the way to "40" may be below the minimum.
  const [typed, setTyped] = useState<number | string>();
  const input = useRef<HTMLInputElement>(null);
  return (
    <NumberInput
      ref={input}
      size="xs"
      label={label}
      value={typed ?? shown}
      onChange={(next) => setTyped(input.current === document.activeElement ? next : undefined)}
      placeholder={value === undefined ? t('editor.mixed') : ''}
      min={min}
      max={max}
      step={step}
      decimalScale={decimals}
      suffix={suffix}
      disabled={disabled}
      clampBehavior="blur"
      onBlur={() => {
        setTyped(undefined);
        store.getState().settle();
      }}
      onValueChange={({ floatValue }, { source }) => {
        if (!BY_HAND.has(source)) return;
        if (floatValue === undefined || floatValue < min || floatValue > max) return;
        if (floatValue !== shown) onChange(floatValue);
      }}
    />
  );
}
