using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Advisor.Core.Forecasting;

/// <content>Learning from several minutes at once: those of a step of the grid have the same analogs, and stand side by side.</content>
internal sealed partial class PersistenceForecast
{
    /// <summary>Maximum number of minutes at once.</summary>
    public const int MaxRange = 8;

    /// <summary>
    /// Does the same as <see cref="LearnInPlace"/> after each of the newest minutes. Only for a history that has dropped none of its
    /// minutes since the first of them, and whose values have not changed.
    /// </summary>
    /// <param name="count">Number of minutes, from 1 to <see cref="MaxRange"/>; the first is at or after the search of the analogs.</param>
    public void LearnRangeInPlace(RequiredUnitsHistory history, AnalogSet analogs, int count)
    {
        var first = history.NextMinute - count;
        var means = new RangeMeans(history);
        for (var i = 0; analogs.IsEnough && i < analogs.Starts.Length; i++)
        {
            means.Add(analogs.Starts[i] + first - analogs.Minute, analogs.Weights[i]);
        }

        for (var i = 0; i < count; i++)
        {
            var minute = first + i;
            for (var skipped = Math.Max(newest + 1, minute - MinutesKept + 1); skipped <= minute; skipped++)
            {
                SetPrediction(skipped, float.NaN, float.NaN, float.NaN);
            }

            newest = minute;
            if (CanLearn(history, analogs, minute))
            {
                LearnMinute(history, minute, means.Get(i));
            }
        }
    }

    /// <summary>The means of successive minutes, one in each lane; each adds up in the order of the analogs.</summary>
    private ref struct RangeMeans
    {
        private readonly ReadOnlySpan<ushort> codes;
        private readonly int oldest;
        private Vector256<float> now,
            shortly,
            later,
            nowWeight,
            shortlyWeight,
            laterWeight;

        public RangeMeans(RequiredUnitsHistory history)
        {
            codes = history.Codes;
            oldest = history.NextMinute - codes.Length;
        }

        /// <summary>Adds an analog of the first minute; that of each later one is as much later, at most the minute itself.</summary>
        public void Add(int start, float weight)
        {
            var (share, at) = (Vector256.Create(weight), start - oldest);
            Add(at, share, ref now, ref nowWeight);
            Add(at + ShortMinutes, share, ref shortly, ref shortlyWeight);
            Add(at + LongMinutes, share, ref later, ref laterWeight);
        }

        public readonly (float Now, float Shortly, float Later) Get(int lane) =>
            (
                ComputeMean(now[lane], nowWeight[lane]),
                ComputeMean(shortly[lane], shortlyWeight[lane]),
                ComputeMean(later[lane], laterWeight[lane])
            );

        private static float ComputeMean(float sum, float weight) => weight > 0 ? sum / weight : float.NaN;

        // An unknown code is 0: it adds nothing to the sum, and must add nothing to the weight.
        private readonly void Add(int at, Vector256<float> share, ref Vector256<float> sum, ref Vector256<float> weight)
        {
            var values = Load(at);
            sum += share * values;
            weight += Vector256.AndNot(share, Vector256.Equals(values, Vector256<float>.Zero));
        }

        private readonly Vector256<float> Load(int at)
        {
            Vector128<ushort> eight;
            if (at >= 0 && at + MaxRange <= codes.Length)
            {
                eight = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(codes), (nuint)at);
            }
            else
            {
                eight = LoadEdge(at);
            }

            return Vector256.ConvertToSingle(Vector256.Create(Vector128.WidenLower(eight), Vector128.WidenUpper(eight)).AsInt32());
        }

        // Beyond the newest minute nothing is known, and before the oldest one neither.
        private readonly Vector128<ushort> LoadEdge(int at)
        {
            Span<ushort> eight = stackalloc ushort[MaxRange];
            eight.Clear();
            for (var i = 0; i < eight.Length; i++)
            {
                eight[i] = (uint)(at + i) < (uint)codes.Length ? codes[at + i] : UnitsCode.Unknown;
            }

            return Vector128.Create<ushort>(eight);
        }
    }
}
