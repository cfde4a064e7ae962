using System.Runtime.InteropServices;
using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Values in order of time, shared by successive states: each state keeps the buffer and its own length, and only the newest state appends
/// in place. Appending to an older one copies first, so the values of a state never change.
/// </summary>
/// <param name="keep">Number of newest values carried over when the buffer is full.</param>
/// <param name="slack">Number of values that fit beyond them before that happens.</param>
internal sealed class AppendOnlyBuffer<T>(int keep, int slack)
    where T : unmanaged
{
    private readonly T[] items = new T[keep + slack];
    private int count;

    /// <summary>Reads an array of at most <paramref name="keep"/> values into a buffer of its own.</summary>
    /// <returns>Buffer, and the number of values in it.</returns>
    public static (AppendOnlyBuffer<T> Buffer, int Length) Read(BinaryReader reader, int keep, int slack)
    {
        var buffer = new AppendOnlyBuffer<T>(keep, slack) { count = reader.ReadCount(keep) };
        reader.BaseStream.ReadExactly(MemoryMarshal.AsBytes(buffer.items.AsSpan(0, buffer.count)));
        return (buffer, buffer.count);
    }

    /// <summary>Returns the first <paramref name="length"/> values.</summary>
    public ReadOnlySpan<T> AsSpan(int length) => items.AsSpan(0, length);

    /// <summary>A value, by its index below the length of the state that asks.</summary>
    public T this[int index] => items[index];

    /// <summary>Returns the values of a buffer that no state shares, for changes in place.</summary>
    public Span<T> GetWritable(int length) => items.AsSpan(0, length);

    /// <summary>Inserts values before all others of a buffer that no state shares.</summary>
    /// <returns>The number of values in it.</returns>
    public int Prepend(ReadOnlySpan<T> values)
    {
        items.AsSpan(0, count).CopyTo(items.AsSpan(values.Length));
        values.CopyTo(items);
        return count += values.Length;
    }

    /// <summary>Copies the newest values to a buffer of their own.</summary>
    /// <returns>Buffer, and the number of values in it.</returns>
    public (AppendOnlyBuffer<T> Buffer, int Length) Fork(int length)
    {
        var kept = Math.Min(length, keep);
        var copy = new AppendOnlyBuffer<T>(keep, slack) { count = kept };
        items.AsSpan(length - kept, kept).CopyTo(copy.items);
        return (copy, kept);
    }

    /// <summary>Appends a value after the first <paramref name="length"/> ones, in place if no other state has done so.</summary>
    /// <returns>Buffer to continue with, and the new length in it.</returns>
    public (AppendOnlyBuffer<T> Buffer, int Length) Append(int length, T value)
    {
        if (length < items.Length && Interlocked.CompareExchange(ref count, length + 1, length) == length)
        {
            items[length] = value;
            return (this, length + 1);
        }

        var kept = Math.Min(length, keep);
        var copy = new AppendOnlyBuffer<T>(keep, slack) { count = kept + 1 };
        items.AsSpan(length - kept, kept).CopyTo(copy.items);
        copy.items[kept] = value;
        return (copy, kept + 1);
    }

    /// <summary>Appends several values in the same way, at most as many as fit beyond the newest ones.</summary>
    public (AppendOnlyBuffer<T> Buffer, int Length) Append(int length, ReadOnlySpan<T> values)
    {
        var end = length + values.Length;
        if (end <= items.Length && Interlocked.CompareExchange(ref count, end, length) == length)
        {
            values.CopyTo(items.AsSpan(length));
            return (this, end);
        }

        var (copy, kept) = Fork(length);
        return copy.Append(kept, values);
    }
}
