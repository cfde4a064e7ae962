using System.IO.Compression;
using System.Security.Cryptography;
using Advisor.Configuration;
using Advisor.Web.Network;
using Microsoft.AspNetCore.Http;
using Microsoft.Net.Http.Headers;

namespace Advisor.Web.Json;

/// <summary>Bytes with a strong ETag: 304 when the caller has them already, compressed when the caller accepts gzip.</summary>
/// <param name="isCompressible">
/// Whether they may be compressed: not when they hold a token, since the length of a compressed answer reveals what repeats in it.
/// </param>
internal sealed class BytesAnswer(ReadOnlyMemory<byte> bytes, string contentType, bool isCompressible) : IResult
{
    private const int TagBytes = 16;
    private const int MinCompressed = 1400; // one packet
    private const string Gzip = "gzip";

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        var (request, response) = (httpContext.Request, httpContext.Response);

        // On this machine compression takes longer than sending.
        var isLocal = HostName.IsLoopback(request.Host.Host) && !LoopbackGuard.IsForwarded(request);
        var compress = isCompressible && bytes.Length > MinCompressed && !isLocal && AcceptsGzip(request);
        var hash = Convert.ToHexStringLower(SHA256.HashData(bytes.Span).AsSpan(0, TagBytes));
        var tag = new EntityTagHeaderValue($"\"{hash}{(compress ? "-" + Gzip : "")}\"");
        response.Headers.ETag = tag.ToString();
        response.Headers.XContentTypeOptions = "nosniff";
        response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
        if (isCompressible)
        {
            response.Headers.Append(HeaderNames.Vary, HeaderNames.AcceptEncoding);
        }

        if (IsKnown(request, tag))
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        var content = compress ? Compress(bytes.Span) : bytes;
        response.Headers.ContentEncoding = compress ? Gzip : default(string);
        response.ContentType = contentType;
        response.ContentLength = content.Length;
        if (!HttpMethods.IsHead(request.Method))
        {
            await response.Body.WriteAsync(content, httpContext.RequestAborted);
        }
    }

    private static bool IsKnown(HttpRequest request, EntityTagHeaderValue tag) =>
        EntityTagHeaderValue.TryParseList(request.Headers.IfNoneMatch, out var known)
        && known.Any(given => given.Compare(tag, useStrongComparison: false) || given.Equals(EntityTagHeaderValue.Any));

    private static bool AcceptsGzip(HttpRequest request) =>
        StringWithQualityHeaderValue.TryParseList(request.Headers.AcceptEncoding, out var accepted)
        && accepted.Any(coding => coding.Value.Equals(Gzip, StringComparison.OrdinalIgnoreCase) && coding.Quality is null or > 0);

    private static ReadOnlyMemory<byte> Compress(ReadOnlySpan<byte> plain)
    {
        using var result = new MemoryStream(plain.Length / 4);
        using (var gzip = new GZipStream(result, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(plain);
        }

        return result.GetBuffer().AsMemory(0, (int)result.Length);
    }
}
