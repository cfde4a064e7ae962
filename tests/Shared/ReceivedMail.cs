using System.Text;

namespace Advisor.Tests;

/// <summary>Reads a mail as it came over the wire.</summary>
internal static class ReceivedMail
{
    /// <summary>The line of a header, unfolded, with its name.</summary>
    public static string ReadHeader(string mail, string name) =>
        RemoveFolds(mail.Split("\n\n")[0]).Split('\n').Single(line => line.StartsWith(name + ":", StringComparison.OrdinalIgnoreCase));

    /// <summary>The parts of a multipart mail, decoded.</summary>
    public static List<(string Type, string Text)> ReadTextParts(string mail)
    {
        var boundary = mail.Split("boundary=")[1].Split('\n')[0].Trim('"', ' ', ';');
        return
        [
            .. mail.Split("--" + boundary)
                .Skip(1)
                .SkipLast(1)
                .Select(part =>
                {
                    var at = part.IndexOf("\n\n", StringComparison.Ordinal);
                    var (head, body) = (part[..at], part[(at + 2)..]);
                    var text = head.Contains("base64", StringComparison.OrdinalIgnoreCase)
                        ? Encoding.UTF8.GetString(Convert.FromBase64String(body.Trim()))
                        : Unquote(body);
                    return (
                        head.Contains("text/html", StringComparison.Ordinal) ? "text/html" : "text/plain",
                        text.Replace("\r\n", "\n", StringComparison.Ordinal).TrimEnd()
                    );
                }),
        ];
    }

    /// <summary>The parts of a mail at any depth, decoded: their type, the name of the file that they are, and their text.</summary>
    public static List<(string Type, string? FileName, string Text)> ReadParts(string part)
    {
        var at = part.IndexOf("\n\n", StringComparison.Ordinal);
        var head = RemoveFolds(part[..at]);
        var type = head.Split("ontent-Type: ", StringSplitOptions.None)[1].Split(';', '\n')[0];
        if (type.StartsWith("multipart/", StringComparison.Ordinal))
        {
            var boundary = head.Split("boundary=")[1].Split('\n')[0].Trim('"', ' ', ';');
            return [.. part[at..].Split("--" + boundary).Skip(1).SkipLast(1).SelectMany(inner => ReadParts(inner.TrimStart('\n')))];
        }

        var body = part[(at + 2)..];
        var text = head.Contains("base64", StringComparison.OrdinalIgnoreCase)
            ? Encoding.UTF8.GetString(Convert.FromBase64String(body.Replace("\n", "", StringComparison.Ordinal)))
            : Unquote(body);
        var name = head.Contains("filename=", StringComparison.Ordinal) ? head.Split("filename=")[1].Split('\n', ';')[0].Trim('"') : null;
        return [(type, name, text.Replace("\r\n", "\n", StringComparison.Ordinal).TrimEnd())];
    }

    private static string RemoveFolds(string head) =>
        head.Replace("\n ", " ", StringComparison.Ordinal).Replace("\n\t", " ", StringComparison.Ordinal);

    private static string Unquote(string text)
    {
        var bytes = new List<byte>();
        text = text.Replace("=\n", "", StringComparison.Ordinal);
        for (var i = 0; i < text.Length; i++)
        {
            bytes.Add(text[i] == '=' ? Convert.ToByte(text[(i + 1)..(i + 3)], 16) : (byte)text[i]);
            i += text[i] == '=' ? 2 : 0;
        }

        return Encoding.UTF8.GetString([.. bytes]);
    }
}
