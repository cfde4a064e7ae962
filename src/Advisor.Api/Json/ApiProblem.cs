using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;

namespace Advisor.Api.Json;

/// <summary>An answer other than success, as RFC 9457 has it: <c>application/problem+json</c>.</summary>
/// <param name="Title">The name of the status.</param>
/// <param name="Status">The status of the answer.</param>
/// <param name="Detail">One sentence on what is wrong and what to do.</param>
/// <param name="Code">A stable word for programs.</param>
internal sealed record ApiProblem(string Title, int Status, string Detail, string Code)
{
    private const string ContentType = "application/problem+json";

    /// <summary>There is no page for each kind of problem: status and code name it.</summary>
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
