using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;

namespace Advisor.Web.Json;

/// <summary>An error response as defined by RFC 9457: <c>application/problem+json</c>.</summary>
/// <param name="Title">Name of the HTTP status.</param>
/// <param name="Status">HTTP status of the response.</param>
/// <param name="Detail">What is wrong and what to do, one sentence.</param>
/// <param name="Code">Stable code for programs.</param>
internal sealed record ApiProblem(string Title, int Status, string Detail, string Code)
{
    private const string ContentType = "application/problem+json";

    /// <summary>Always "about:blank": problem types have no pages of their own; status and code identify them.</summary>
    [JsonPropertyOrder(-1)]
    public string Type { get; } = "about:blank";

    public static IResult Create(int status, string code, string detail) =>
        Results.Json(
            new ApiProblem(ReasonPhrases.GetReasonPhrase(status), status, detail, code),
            ApiJson.Default.ApiProblem,
            ContentType,
            status
        );

    public static IResult CreateBadInput(string detail) => Create(StatusCodes.Status400BadRequest, "BadInput", detail);
}
