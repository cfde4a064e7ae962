using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Json;

/// <summary>An answer other than success: <c>{"error":{"code":…,"message":…}}</c>, as Azure's own APIs say it.</summary>
internal sealed record ApiProblem(ApiProblemReason Error)
{
    public static IResult Create(int status, string code, string message) =>
        Results.Json(new ApiProblem(new ApiProblemReason(code, message)), ApiJson.Default.ApiProblem, statusCode: status);

    public static IResult CreateBadInput(string message) => Create(StatusCodes.Status400BadRequest, "BadInput", message);
}

/// <param name="Code">A stable word.</param>
/// <param name="Message">One sentence on what is wrong and what to do.</param>
internal sealed record ApiProblemReason(string Code, string Message);
