using System.Runtime.CompilerServices;
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
        var means = analogs.IsEnough ? RangeMeans.Compute(history, analogs, first) : default;
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
    private readonly struct RangeMeans
    {
        private Vector256<float> Now { get; init; }

        private Vector256<float> Shortly { get; init; }

        private Vector256<float> Later { get; init; }

        /// <summary>
        /// Adds up the analogs of the first minute; that of each later one is as much later, at most the minute itself. In variables, which
        /// stay in registers: sums in fields take twice the time.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public static RangeMeans Compute(RequiredUnitsHistory history, AnalogSet analogs, int first)
        {
            var codes = history.Codes;
            var back = history.NextMinute - codes.Length - first + analogs.Minute;
            var starts = analogs.Starts.AsSpan();
            var weights = analogs.Weights.AsSpan(0, starts.Length);
            var (now, shortly, later) = (Vector256<float>.Zero, Vector256<float>.Zero, Vector256<float>.Zero);
            var (nowWeight, shortlyWeight, laterWeight) = (now, now, now);
            for (var i = 0; i < starts.Length; i++)
            {
                var (at, share) = (starts[i] - back, Vector256.Create(weights[i]));
                var (values, valuesShortly) = (Load(codes, at), Load(codes, at + ShortMinutes));
                var valuesLater = Load(codes, at + LongMinutes);
                (now, nowWeight) = (now + (share * values), nowWeight + FindWeight(share, values));
                (shortly, shortlyWeight) = (shortly + (share * valuesShortly), shortlyWeight + FindWeight(share, valuesShortly));
                (later, laterWeight) = (later + (share * valuesLater), laterWeight + FindWeight(share, valuesLater));
            }

            // Without weight nothing is known: 0 / 0 is NaN.
            return new()
            {
                Now = now / nowWeight,
                Shortly = shortly / shortlyWeight,
                Later = later / laterWeight,
            };
        }

        public (float Now, float Shortly, float Later) Get(int lane) => (Now[lane], Shortly[lane], Later[lane]);

        // An unknown code is 0: it adds nothing to the sum, and must add nothing to the weight.
        private static Vector256<float> FindWeight(Vector256<float> share, Vector256<float> values) =>
            Vector256.AndNot(share, Vector256.Equals(values, Vector256<float>.Zero));

        // Beyond the newest minute nothing is known, and before the oldest one neither: what is there moves to its lanes, without a call,
        // which would move the sums to memory.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<float> Load(ReadOnlySpan<ushort> codes, int at)
        {
            var inside = Math.Clamp(at, 0, codes.Length - MaxRange);
            var eight = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(codes), (nuint)inside);
            if (at != inside)
            {
                var moved = Vector128.Create((sbyte)(sizeof(ushort) * Math.Clamp(at - inside, -MaxRange, MaxRange)));
                eight = Vector128.Shuffle(eight.AsByte(), (Vector128<sbyte>.Indices + moved).AsByte()).AsUInt16();
            }

            return Vector256.ConvertToSingle(Vector256.WidenLower(eight.ToVector256Unsafe()).AsInt32());
        }
    }
}
