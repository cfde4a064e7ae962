using System.Buffers.Binary;
using System.Text;
using System.Text.Json;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>
/// Payload of a dead letter: the length of a header, the header as JSON, then the text in UTF-8, so that every queue message fits.
/// </summary>
internal static class DeadLetterFormat
{
    private const int HeadBytes = 6 * 1024;
    private const int MaxProblemLength = 800;

    public static byte[] Write(DeadLetter message)
    {
        var text = Encoding.UTF8.GetBytes(message.Text).AsSpan();
        var maxTextBytes = RowLimits.MaxPayloadBytes - HeadBytes;
        var kept = text.Length <= maxTextBytes ? text : text[..maxTextBytes];
        var head = JsonSerializer.SerializeToUtf8Bytes(
            message with
            {
                Text = "",
                OmittedCharacters = message.Text.Length - Encoding.UTF8.GetCharCount(kept),
                Problem = message.Problem.Length > MaxProblemLength ? message.Problem[..MaxProblemLength] : message.Problem,
            },
            StateJson.Default.DeadLetter
        );
        var bytes = new byte[sizeof(ushort) + head.Length + kept.Length];
        BinaryPrimitives.WriteUInt16LittleEndian(bytes, (ushort)head.Length);
        head.CopyTo(bytes.AsSpan(sizeof(ushort)));
        kept.CopyTo(bytes.AsSpan(sizeof(ushort) + head.Length));
        return bytes;
    }

    /// <exception cref="InvalidDataException">The payload is too short.</exception>
    /// <exception cref="JsonException">The header is not JSON.</exception>
    public static DeadLetter Read(Row row)
    {
        var bytes = row.Payload.Span;
        var head = bytes.Length < sizeof(ushort) ? 0 : BinaryPrimitives.ReadUInt16LittleEndian(bytes);
        if (bytes.Length < sizeof(ushort) + head)
        {
            throw new InvalidDataException("it is too short");
        }

        var text = sizeof(ushort) + head;
        return JsonSerializer.Deserialize(bytes[sizeof(ushort)..text], StateJson.Default.DeadLetter)! with
        {
            Id = row.Key[DeadLetters.Prefix.Length..],
            Text = Encoding.UTF8.GetString(bytes[text..]),
        };
    }
}
