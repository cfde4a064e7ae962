using System.Buffers.Binary;
using System.Text;

namespace Advisor.HostStandIn.Telemetry;

/// <summary>A protobuf message taken apart by its field numbers, without a schema: enough to read what OTLP sends.</summary>
public sealed class ProtoMessage
{
    private readonly List<(int Field, ulong Number, ReadOnlyMemory<byte> Bytes)> fields = [];

    public ProtoMessage(ReadOnlyMemory<byte> readBytes)
    {
        for (var left = readBytes; !left.IsEmpty; )
        {
            var key = ReadVarint(ref left);
            var field = (int)(key >> 3);
            switch (key & 7)
            {
                case 0:
                    fields.Add((field, ReadVarint(ref left), default));
                    break;
                case 1:
                    fields.Add((field, BinaryPrimitives.ReadUInt64LittleEndian(left.Span), default));
                    left = left[8..];
                    break;
                case 2:
                    var length = (int)ReadVarint(ref left);
                    fields.Add((field, 0, left[..length]));
                    left = left[length..];
                    break;
                case 5:
                    fields.Add((field, BinaryPrimitives.ReadUInt32LittleEndian(left.Span), default));
                    left = left[4..];
                    break;
                default:
                    throw new FormatException($"Wire type {key & 7} is not protobuf 3.");
            }
        }
    }

    public IEnumerable<ProtoMessage> ReadMessages(int field) => fields.Where(f => f.Field == field).Select(f => new ProtoMessage(f.Bytes));

    public ProtoMessage? ReadMessage(int field) => ReadMessages(field).FirstOrDefault();

    public ReadOnlyMemory<byte> ReadBytes(int field) => fields.FirstOrDefault(f => f.Field == field).Bytes;

    public string ReadText(int field) => Encoding.UTF8.GetString(ReadBytes(field).Span);

    public ulong ReadNumber(int field) => fields.FirstOrDefault(f => f.Field == field).Number;

    /// <summary>The attributes in a field: OTLP's KeyValue with an AnyValue; numbers as digits, other kinds as an empty text.</summary>
    public IReadOnlyDictionary<string, string> ReadAttributes(int field) =>
        ReadMessages(field)
            .ToDictionary(
                pair => pair.ReadText(1),
                pair =>
                    pair.ReadMessage(2) is not { } value ? ""
                    : value.fields is [{ Field: 1 }] ? value.ReadText(1)
                    : value.fields is [{ Field: 2 or 3 }] ? value.fields[0].Number.ToString()
                    : ""
            );

    private static ulong ReadVarint(ref ReadOnlyMemory<byte> left)
    {
        ulong value = 0;
        for (var i = 0; ; i++)
        {
            value |= (ulong)(left.Span[i] & 0x7F) << (7 * i);
            if (left.Span[i] < 0x80)
            {
                left = left[(i + 1)..];
                return value;
            }
        }
    }
}
