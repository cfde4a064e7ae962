using System.Buffers.Text;
using System.Globalization;
using System.Text;
using Advisor.Core.Quantities;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Json;

/// <summary>Parses the query parameters that select a part of a list.</summary>
internal static class Paging
{
    public const int DefaultLimit = 100;
    private const int MaxIdLength = 2000;
    private const string InvalidPosition = "after must be the value of next in an earlier answer.";

    /// <summary>Parses <c>limit</c>: 1 to 1000, default 100.</summary>
    public static (int Limit, string? Problem) ReadLimit(IQueryCollection query) =>
        query["limit"].ToString() is not { Length: > 0 } text ? (DefaultLimit, null)
        : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit is >= 1 and <= RowLimits.MaxPageRows
            ? (limit, null)
        : (0, $"limit must be a number from 1 to {RowLimits.MaxPageRows}.");

    /// <summary>Parses an ISO 8601 time with its offset.</summary>
    public static (DateTimeOffset At, string? Problem) ReadInstant(IQueryCollection query, string name, DateTimeOffset otherwise) =>
        query[name].ToString() is not { Length: > 0 } text ? (otherwise, null)
        : DateTimeOffset.TryParseExact(
            text,
            ["yyyy-MM-dd'T'HH:mm:ssK", "yyyy-MM-dd'T'HH:mmK", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK"],
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal,
            out var at
        )
            ? (at, null)
        : (default, $"{name} must be an instant such as 2026-01-31T08:00:00Z.");

    /// <summary>Parses <c>from</c> and <c>before</c>: [From, Before); default: the last day, to the end of this minute.</summary>
    public static (DateTimeOffset From, DateTimeOffset Before, string? Problem) ReadRange(IQueryCollection query, DateTimeOffset now)
    {
        var (before, wrongBefore) = ReadInstant(query, "before", Minutes.Floor(now).AddMinutes(1));
        var day = before > DateTimeOffset.UnixEpoch.AddDays(1) ? before.AddDays(-1) : DateTimeOffset.UnixEpoch;
        var (from, wrongFrom) = ReadInstant(query, "from", day);
        return (from, before, wrongFrom ?? wrongBefore ?? (from >= before ? "from must be earlier than before." : null));
    }

    /// <summary>Parses the end of the previous page of a resource list, as returned in <c>next</c>.</summary>
    public static (SnapshotPosition? After, string? Problem) ReadPosition(IQueryCollection query)
    {
        if (query["after"].ToString() is not { Length: > 0 } text)
        {
            return (null, null);
        }

        var cut = text.IndexOf('.', StringComparison.Ordinal);
        var row = cut < 0 ? "" : text[(cut + 1)..];
        return
            cut > 0
            && int.TryParse(text.AsSpan(0, cut), NumberStyles.None, CultureInfo.InvariantCulture, out var bucket)
            && bucket < 1000
            && IsKey(row)
            ? (new SnapshotPosition(bucket, row.Length == 0 ? null : row), null)
            : (null, InvalidPosition);
    }

    /// <summary>Parses the end of the previous page of a history, as returned in <c>next</c>.</summary>
    public static (string? After, string? Problem) ReadKey(IQueryCollection query) =>
        query["after"].ToString() is not { Length: > 0 } text ? (null, null)
        : IsKey(text) && HasInstant(text) ? (text, null)
        : (null, InvalidPosition);

    /// <summary>Parses the last resource of the previous page of a list ordered by id, as returned in <c>next</c>.</summary>
    public static (string? After, string? Problem) ReadId(IQueryCollection query)
    {
        if (query["after"].ToString() is not { Length: > 0 } text)
        {
            return (null, null);
        }

        return
            text.Length <= MaxIdLength
            && Base64Url.IsValid(text)
            && Encoding.UTF8.GetString(Base64Url.DecodeFromChars(text)) is ['/', ..] id
            && FormatNext(id) == text
            ? (id, null)
            : (null, InvalidPosition);
    }

    /// <summary>Returns the position after a resource in a list ordered by id.</summary>
    public static string FormatNext(string id) => Base64Url.EncodeToString(Encoding.UTF8.GetBytes(id));

    public static string? FormatNext(SnapshotPosition? position) => position is null ? null : $"{position.Bucket}.{position.After}";

    // A key of a history ends in its instant, in 19 digits, and what tells rows of one instant apart.
    private static bool HasInstant(string text) => text.Split('-').Any(part => part.Length == 19 && part.All(char.IsAsciiDigit));

    private static bool IsKey(string text) => text.Length <= 200 && text.All(c => char.IsAsciiLetterOrDigit(c) || c == '-');
}
