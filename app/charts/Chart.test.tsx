import { AppProvider } from '@shopify/polaris';
import translations from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Bars } from './Bars.tsx';
import { Chart } from './Chart.tsx';
import { chartScaleOf } from './chart-scale.ts';
import { Line } from './Line.tsx';

const values = [1200, 1200, 1350];

function show(props: Partial<ComponentProps<typeof Chart>>) {
  render(
    <AppProvider i18n={translations}>
      <Chart
        description="Orders a month. The table has the same numbers."
        height={240}
        labels={['Jan', 'Feb', 'Mar']}
        highest={1500}
        formatValue={(value) => `$${value / 100}`}
        detailOf={(index) => ({
          title: `Month ${index + 1}`,
          lines: [`Price ${values[index]}`],
          value: values[index] ?? 0,
        })}
        {...props}
      >
        {props.children ?? <Line values={values} />}
      </Chart>
    </AppProvider>,
  );
  return screen.getByRole('img', { name: /^Orders a month/ });
}

const attributes = (picture: Element, selector: string, name: string) =>
  Array.from(picture.querySelectorAll(selector), (element) => element.getAttribute(name));

describe('Chart', () => {
  it('is one picture without anything to focus, its values from 0 up', () => {
    const picture = show({});
    expect(picture.querySelector('[tabindex]')).toBeNull();
    expect(picture.textContent).toBe('$0$5$10$15JanFebMar');
  });

  it('draws a line from edge to edge', () => {
    const picture = show({});
    expect(attributes(picture, 'circle', 'cx')).toEqual(['0%', '50%', '100%']);
    const [first, second, third] = attributes(picture, 'circle', 'cy').map(Number);
    expect(first).toBe(second);
    expect(third).toBeLessThan(first ?? 0);
  });

  it('holds a value until the next one, and leaves a gap where there is none', () => {
    const picture = show({ children: <Line values={[1500, null, 0, 750]} shape="steps" /> });
    expect(attributes(picture, 'path', 'd')).toEqual(['M0,24ZM100,194L150,194L150,109']);
    expect(attributes(picture, 'circle', 'cy')).toEqual(['24', '194', '109']);
  });

  it('draws bars within bands of the same width', () => {
    const picture = show({ spread: 'bands', children: <Bars values={[1500, 0, 750]} /> });
    expect(attributes(picture, 'rect', 'height')).toEqual(['170', '0', '85']);
    const [first, second, third] = attributes(picture, 'rect', 'x').map((x) =>
      Number.parseFloat(x ?? ''),
    );
    expect((first ?? 0) + (third ?? 0)).toBeCloseTo(2 * (second ?? 0));
    expect(new Set(attributes(picture, 'rect', 'width')).size).toBe(1);
  });

  it('says the values of what the pointer is near to, and nothing once it has left', () => {
    const picture = show({});
    const plot = picture.lastElementChild?.lastElementChild;
    if (!(plot instanceof HTMLElement)) throw new Error('There is no plot.');
    vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 200, 240));
    const pointAt = (clientX: number) =>
      fireEvent(plot, new MouseEvent('pointermove', { bubbles: true, clientX }));
    pointAt(120);
    expect(plot.textContent).toBe('Month 1Price 1200');
    pointAt(290);
    expect(plot.textContent).toBe('Month 3Price 1350');
    fireEvent.pointerOut(plot);
    expect(plot.textContent).toBe('');
  });
});

describe('the scale of a chart', () => {
  it.each([
    [1500, [0, 500, 1000, 1500]],
    [1850, [0, 500, 1000, 1500, 2000]],
    [0, [0, 1]],
  ])('rounds %d up to a tick', (highest, ticks) => {
    const { valueTicks, down } = chartScaleOf(3, highest, 240, 'points');
    expect(valueTicks).toEqual(ticks);
    expect(down(ticks.at(-1) ?? 0)).toBe(24);
  });

  it('has a single value at the left', () => {
    const { across, nearest } = chartScaleOf(1, 10, 240, 'points');
    expect(across(0)).toBe(0);
    expect(nearest(0.9)).toBe(0);
  });
});
