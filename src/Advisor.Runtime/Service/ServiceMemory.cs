using System.Buffers.Binary;
using System.Text.Json;
using Advisor.Core.Scaling;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>What the service remembers beside the state of the decisions: the last line of the audit trail, and an order that waits to be carried out.</summary>
/// <param name="Line">What the last line said, without its figures; null before the first.</param>
/// <param name="LineAt">When it was written.</param>
/// <param name="Order">The tick of an order that was given and not yet seen as a change; null where there is none.</param>
internal sealed record MemoryHead(string? Line = null, DateTimeOffset? LineAt = null, DateTimeOffset? Order = null);

/// <summary>The state document of a resource: a short head as JSON, then the bytes of the decisions' state. One row, one ETag.</summary>
internal sealed record ServiceMemory(MemoryHead Head, ResourceState? State)
{
    public const int Version = 1;

    public static ServiceMemory Empty { get; } = new(new MemoryHead(), null);

    public byte[] Write()
    {
        var head = JsonSerializer.SerializeToUtf8Bytes(Head, Wire.Json.MemoryHead);
        var state = State is null ? [] : ResourceStateFormat.Write(State);
        var bytes = new byte[sizeof(ushort) + head.Length + state.Length];
        BinaryPrimitives.WriteUInt16LittleEndian(bytes, (ushort)head.Length);
        head.CopyTo(bytes, sizeof(ushort));
        state.CopyTo(bytes, sizeof(ushort) + head.Length);
        return bytes;
    }

    /// <summary>Reads a document; the problem says why it cannot be used, and then it must not be written over.</summary>
    public static (ServiceMemory? Memory, string? Problem) Read(Document? document)
    {
        if (document is null)
        {
            return (Empty, null);
        }

        if (document.Version != Version)
        {
            return (null, $"The state of {document.ResourceId} has version {document.Version}; this program reads version {Version}. Use a newer program.");
        }

        var bytes = document.Content.Span;
        var length = bytes.Length < sizeof(ushort) ? int.MaxValue : BinaryPrimitives.ReadUInt16LittleEndian(bytes) + sizeof(ushort);
        if (length > bytes.Length)
        {
            return (null, $"The state of {document.ResourceId} is damaged: it ends too early. Delete it to begin anew.");
        }

        return Read(bytes[sizeof(ushort)..length], bytes[length..]);
    }

    private static (ServiceMemory?, string?) Read(ReadOnlySpan<byte> head, ReadOnlySpan<byte> state)
    {
        try
        {
            var read = JsonSerializer.Deserialize(head, Wire.Json.MemoryHead) ?? new MemoryHead();
            if (state.IsEmpty)
            {
                return (new ServiceMemory(read, null), null);
            }

            var reading = ResourceStateFormat.Read(state);
            return reading.State is { } known ? (new ServiceMemory(read, known), null) : (null, reading.Problem);
        }
        catch (JsonException)
        {
            return (null, "The state of a resource is damaged: its head is no JSON. Delete it to begin anew.");
        }
    }
}
