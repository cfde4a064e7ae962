using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Older part of the required units of a state, stored apart from it: the part is written every <see cref="TurnMinutes"/>, the rest of the
/// state every minute, which names the part by <see cref="Name"/>. An immutable value.
/// </summary>
public sealed class OlderHistory
{
    /// <summary>Minutes from one write of the part to the next.</summary>
    public const int TurnMinutes = 360;

    private OlderHistory(ReadOnlyMemory<byte> bytes) => Bytes = bytes;

    /// <summary>Stored form: the end, the codes of successive minutes, the checksum of both; at most 40,332 bytes.</summary>
    public ReadOnlyMemory<byte> Bytes { get; }

    /// <summary>End and checksum, by which the state names the part it belongs with: 12 bytes.</summary>
    public byte[] Name => [.. Bytes.Span[..sizeof(int)], .. Bytes.Span[^sizeof(ulong)..]];

    /// <summary>Minute after its newest one, counted from 1970.</summary>
    internal int End => BinaryPrimitives.ReadInt32LittleEndian(Bytes.Span);

    /// <summary>Codes of its minutes, newest last; see <see cref="UnitsCode"/>.</summary>
    internal ReadOnlySpan<ushort> Codes => MemoryMarshal.Cast<byte, ushort>(Bytes.Span[sizeof(int)..^sizeof(ulong)]);

    /// <summary>Reads the stored form; null if it is damaged.</summary>
    public static OlderHistory? Read(ReadOnlyMemory<byte> bytes)
    {
        var codes = bytes.Length - sizeof(int) - sizeof(ulong);
        return
            codes is >= 0 and <= RequiredUnitsHistory.MinutesKept * sizeof(ushort)
            && codes % sizeof(ushort) == 0
            && BinaryPrimitives.ReadUInt64LittleEndian(bytes.Span[^sizeof(ulong)..]) == StateChecksum.Compute(bytes.Span[..^sizeof(ulong)])
            ? new OlderHistory(bytes)
            : null;
    }

    /// <summary>
    /// Chooses the part of a history that is stored apart: the one stored, until its turn is over or its minutes have changed.
    /// </summary>
    /// <param name="before">Part that is stored; null if none is.</param>
    /// <param name="turn">Minute of each <see cref="TurnMinutes"/> in which a part is written again.</param>
    /// <returns>The part, <paramref name="before"/> itself if it stays; null if the history is too short for one.</returns>
    internal static OlderHistory? Choose(RequiredUnitsHistory history, OlderHistory? before, int turn) =>
        before is not null && FindTurn(before.End, turn) == FindTurn(history.NextMinute, turn) && before.IsPartOf(history) ? before
        : history.Count < TurnMinutes ? null
        : Create(history);

    private static OlderHistory Create(RequiredUnitsHistory history)
    {
        var codes = MemoryMarshal.AsBytes(history.Codes);
        var bytes = new byte[sizeof(int) + codes.Length + sizeof(ulong)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, history.NextMinute);
        codes.CopyTo(bytes.AsSpan(sizeof(int)));
        var checksum = StateChecksum.Compute(bytes.AsSpan()[..^sizeof(ulong)]);
        BinaryPrimitives.WriteUInt64LittleEndian(bytes.AsSpan()[^sizeof(ulong)..], checksum);
        return new OlderHistory(bytes);
    }

    private static int FindTurn(int minute, int turn) => (minute - turn) / TurnMinutes;

    // Its oldest minutes may no longer be kept.
    private bool IsPartOf(RequiredUnitsHistory history)
    {
        var first = history.NextMinute - history.Count;
        var dropped = first - (End - Codes.Length);
        return dropped >= 0 && first < End && End <= history.NextMinute && history.Codes[..(End - first)].SequenceEqual(Codes[dropped..]);
    }
}
