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
    /// negative, so their bits are in their order. The top has index 1, and the children of an entry twice its index and one more.
    /// </summary>
    /// <param name="bound">Distance that all of the closest undercut; infinite when none is known.</param>
    private ref struct Nearest(Span<ulong> heap, float bound)
    {
        /// <summary>
        /// Length of the heap: five whole levels below the top, so that the children of each of the first 31 entries are within it. The
        /// entries beyond those kept stay 0, which is no more than any distance.
        /// </summary>
        public const int Length = 64;

        private const nuint Top = sizeof(ulong);

        private readonly ref ulong heap = ref MemoryMarshal.GetReference(heap);
        private int count;

        /// <summary>Distance that a candidate must undercut.</summary>
        public readonly float Farthest => count < Kept ? bound : GetDistance(1);

        public void Offer(float distance, int cell)
        {
            if (!(distance < Farthest))
            {
                return; // too far, or NaN for an unknown minute
            }

            if (count < Kept)
            {
                SiftUp(++count, Encode(distance, cell));
            }
            else
            {
                SiftDown(Encode(distance, cell));
            }
        }

        /// <summary>Offers sixteen candidates of successive cells, the newest first.</summary>
        /// <param name="cell">Cell of the oldest.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Offer(Vector256<float> older, Vector256<float> newer, int cell)
        {
            var farthest = Vector256.Create(Farthest);
            var closer =
                Vector256.LessThan(older, farthest).ExtractMostSignificantBits()
                | (Vector256.LessThan(newer, farthest).ExtractMostSignificantBits() << Lanes);
            if (closer != 0)
            {
                Offer(older, newer, closer, cell);
            }
        }

        // One loop over both: its end is predicted wrongly once, not twice.
        private void Offer(Vector256<float> older, Vector256<float> newer, uint closer, int cell)
        {
            Span<float> distances = stackalloc float[BlockCells];
            older.CopyTo(distances);
            newer.CopyTo(distances[Lanes..]);
            do
            {
                var lane = BitOperations.Log2(closer);
                closer &= ~(1u << lane);
                Offer(distances[lane], cell + lane);
            } while (closer != 0);
        }

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        public readonly AnalogSet ToSet(int minute, int last)
        {
            var starts = new int[count];
            var weights = new float[count];
            var lowest = float.PositiveInfinity;
            for (var i = 0; i < count; i++)
            {
                lowest = Math.Min(lowest, GetDistance(i + 1));
            }

            var total = 0f;
            for (var i = 0; i < count; i++)
            {
                starts[i] = minute - ((last - (int)(uint)Get(i + 1)) * RequiredUnitsHistory.GridMinutes);
                weights[i] = MathF.Exp((lowest - GetDistance(i + 1)) / 2);
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
        private readonly ref ulong Get(int at) => ref Unsafe.Add(ref heap, at);

        private readonly float GetDistance(int at) => BitConverter.UInt32BitsToSingle((uint)(Get(at) >> 32));

        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        private readonly void SiftUp(int at, ulong entry)
        {
            while (at > 1 && Get(at / 2) >> 32 < entry >> 32)
            {
                Get(at) = Get(at / 2);
                at /= 2;
            }

            Get(at) = entry;
        }

        /// <summary>
        /// Replaces the top. Without a branch, since none of them could be predicted, and always to the lowest level: what is farther than
        /// the entry moves up, and what is not stays. Each level is written out, since a loop would be compiled with branches: with byte
        /// offsets, conditional moves and the sign of a difference a search takes a quarter less time.
        /// </summary>
        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        private readonly void SiftDown(ulong entry)
        {
            ref var first = ref heap;
            var limit = entry | uint.MaxValue; // what is above is farther, whatever the cell
            var farther = ulong.MaxValue;
            var at = MoveUp(ref first, Top, ref farther, entry, limit);
            at = MoveUp(ref first, at, ref farther, entry, limit);
            at = MoveUp(ref first, at, ref farther, entry, limit);
            at = MoveUp(ref first, at, ref farther, entry, limit);
            at = MoveUp(ref first, at, ref farther, entry, limit);
            Unsafe.AddByteOffset(ref first, at) = farther > limit ? entry : farther;
        }

        /// <summary>Fills a place on the path of the farther children, and returns the next place of it.</summary>
        /// <param name="at">Place, as a byte offset.</param>
        /// <param name="before">What stood there, and then what stands at the next place.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static nuint MoveUp(ref ulong first, nuint at, ref ulong before, ulong entry, ulong limit)
        {
            // The difference of two distances is negative, and its highest bit the 8 bytes to the right one, where that is farther.
            ref var left = ref Unsafe.As<ulong, uint>(ref Unsafe.AddByteOffset(ref first, 2 * at));
            var child = (2 * at) + (((Unsafe.Add(ref left, 1) - Unsafe.Add(ref left, 3)) >> 28) & sizeof(ulong));
            var farther = Unsafe.AddByteOffset(ref first, child);
            var rest = before > limit ? entry : before;
            Unsafe.AddByteOffset(ref first, at) = farther > limit ? farther : rest;
            before = farther;
            return child;
        }
    }
}
