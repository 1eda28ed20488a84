// In a layer: our own styles hold over Mantine's in whatever order a build writes them.
import '@mantine/core/styles.layer.css';
import './fonts.css';
import './tokens.css';
import {
  DirectionProvider,
  MantineProvider,
  type MantineThemeOverride,
  mergeThemeOverrides,
  useDirection,
} from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useDirectionOfLanguage } from '../../i18n/useLanguage';
import { styleNonce } from './nonce';
import { cssVariablesResolver, theme } from './theme';

interface ThemeProviderProps {
  /** What of the theme another product wears differently. */
  overrides?: MantineThemeOverride;
  /** A colour scheme that the person does not choose. */
  scheme?: 'light' | 'dark' | undefined;
  children: ReactNode;
}

/** Mantine with Laurel's tokens, both colour schemes and the direction of the current language. */
export function ThemeProvider({ overrides, scheme, children }: ThemeProviderProps) {
  const worn = useMemo(() => (overrides ? mergeThemeOverrides(theme, overrides) : theme), [overrides]);
  return (
    <DirectionProvider detectDirection={false}>
      <MantineProvider
        theme={worn}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        {...(scheme && { forceColorScheme: scheme })}
        getStyleNonce={styleNonce}
      >
        <FollowLanguage />
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}

function FollowLanguage() {
  const { setDirection } = useDirection();
  const direction = useDirectionOfLanguage();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return null;
}
