using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Json;

/// <summary>An answer other than success: <c>{"error":{"code":…,"message":…}}</c>, as Azure's own APIs say it.</summary>
internal sealed record Refusal(RefusalReason Error)
{
    public static IResult Of(int status, string code, string message) =>
        Results.Json(new Refusal(new RefusalReason(code, message)), ApiJson.Default.Refusal, statusCode: status);

    public static IResult BadInput(string message) => Of(StatusCodes.Status400BadRequest, "BadInput", message);
}

/// <param name="Code">A stable word.</param>
/// <param name="Message">One sentence on what is wrong and what to do.</param>
internal sealed record RefusalReason(string Code, string Message);
