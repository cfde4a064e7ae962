using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Advisor.Core.Forecasting;

/// <content>The closest candidates.</content>
internal static partial class AnalogSearch
{
    /// <summary>
    /// The closest candidates so far, as a heap with the farthest of them on top: the bits of the distance, then the cell. No distance is
    /// negative, so their bits are in their order.
    /// </summary>
    private ref struct Nearest(Span<ulong> heap)
    {
        /// <summary>Levels below the top of the heap: the children of the last entry are still within its length.</summary>
        private const int Levels = 5;

        /// <summary>Length of the heap, whole levels: the entries beyond those kept stay 0, which is no more than any distance.</summary>
        public const int Length = (2 << Levels) - 1;

        private readonly ref ulong top = ref MemoryMarshal.GetReference(heap);
        private int count;

        /// <summary>Distance that a candidate must undercut.</summary>
        public readonly float Farthest => count < Kept ? float.PositiveInfinity : GetDistance(0);

        public void Offer(float distance, int cell)
        {
            if (!(distance < Farthest))
            {
                return; // too far, or NaN for an unknown minute
            }

            if (count < Kept)
            {
                SiftUp(count++, Encode(distance, cell));
            }
            else
            {
                SiftDown(Encode(distance, cell));
            }
        }

        /// <summary>Offers candidates of successive cells, the newest first.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Offer(Vector256<float> candidates, int cell)
        {
            var closer = Vector256.LessThan(candidates, Vector256.Create(Farthest)).ExtractMostSignificantBits();
            while (closer != 0)
            {
                var lane = BitOperations.Log2(closer);
                closer &= ~(1u << lane);
                Offer(candidates[lane], cell + lane);
            }
        }

        public readonly AnalogSet ToSet(int minute, int last)
        {
            var starts = new int[count];
            var weights = new float[count];
            var lowest = float.PositiveInfinity;
            for (var i = 0; i < count; i++)
            {
                lowest = Math.Min(lowest, GetDistance(i));
            }

            var total = 0f;
            for (var i = 0; i < count; i++)
            {
                starts[i] = minute - ((last - (int)(uint)Get(i)) * RequiredUnitsHistory.GridMinutes);
                weights[i] = MathF.Exp((lowest - GetDistance(i)) / 2);
                total += weights[i];
            }

            for (var i = 0; i < count; i++)
            {
                weights[i] /= total;
            }

            return new(minute, starts, weights);
        }

        private static ulong Encode(float distance, int cell) => ((ulong)BitConverter.SingleToUInt32Bits(distance) << 32) | (uint)cell;

        // Every index is below Length.
        private readonly ref ulong Get(int at) => ref Unsafe.Add(ref top, at);

        private readonly float GetDistance(int at) => BitConverter.UInt32BitsToSingle((uint)(Get(at) >> 32));

        private readonly void SiftUp(int at, ulong entry)
        {
            while (at > 0 && Get((at - 1) / 2) >> 32 < entry >> 32)
            {
                Get(at) = Get((at - 1) / 2);
                at = (at - 1) / 2;
            }

            Get(at) = entry;
        }

        /// <summary>
        /// Replaces the top. Without a branch, since none of them could be predicted, and always to the lowest level: below its place the
        /// entry is exchanged for what is there, and that stays.
        /// </summary>
        private readonly void SiftDown(ulong entry)
        {
            var at = 0;
            for (var level = 0; level < Levels; level++)
            {
                var child = (2 * at) + 1;
                child += (int)(MaskFarther(Get(child + 1), Get(child)) & 1);
                var farther = Get(child);
                var swapped = (entry ^ farther) & MaskFarther(farther, entry);
                Get(at) = entry ^ swapped;
                entry = farther ^ swapped;
                at = child;
            }

            Get(at) = entry;
        }

        // All bits where the distance of one is more than that of the other, none otherwise.
        private static ulong MaskFarther(ulong one, ulong other) => (ulong)(((long)(other >> 32) - (long)(one >> 32)) >> 63);
    }
}
