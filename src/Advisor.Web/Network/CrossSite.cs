using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Network;

/// <summary>Requests that a page of another site makes a browser send.</summary>
internal static class CrossSite
{
    /// <summary>Whether a page of another site sent it.</summary>
    /// <param name="isOwn">Whether an origin is that of this program.</param>
    public static bool IsSender(HttpRequest request, Func<Uri, bool> isOwn)
    {
        var origin = request.Headers.Origin.ToString();
        return request.Headers["Sec-Fetch-Site"].ToString() is not ("" or "same-origin" or "none")
            || (origin.Length > 0 && origin != "null" && !(Uri.TryCreate(origin, UriKind.Absolute, out var from) && isOwn(from)));
    }

    public static IResult CreateRefusal() =>
        ApiProblem.Create(StatusCodes.Status403Forbidden, "OtherOrigin", "A page of another site sent this; nothing was done.");
}
