using Microsoft.AspNetCore.Http;

namespace Advisor.Lab.LocalAzure.Wire;

/// <summary>
/// An error response of Azure. Resource Manager and the batch metrics call nest it under "error"; the single metrics call does not.
/// </summary>
/// <param name="Status">HTTP status.</param>
internal sealed record ArmError(int Status, string Code, string Message)
{
    public static ArmError ResourceNotFound(string type, string name, string group) =>
        new(
            StatusCodes.Status404NotFound,
            "ResourceNotFound",
            $"The Resource '{type}/{name}' under resource group '{group}' was not found. "
                + "For more details please go to https://aka.ms/ARMResourceNotFoundFix"
        );

    /// <summary>Returns the refusal of a caller without a role for an action on a scope.</summary>
    public static ArmError Unauthorized(string action, string scope) =>
        new(
            StatusCodes.Status403Forbidden,
            "AuthorizationFailed",
            $"The client 'advisor@local' does not have authorization to perform action '{action}' over scope '{scope}' or the scope is "
                + "invalid. If access was recently granted, please refresh your credentials."
        );

    public static ArmError Invalid(string code, string message) => new(StatusCodes.Status400BadRequest, code, message);

    public Task WriteAsync(HttpContext http) => WriteAsync(http, nests: true);

    /// <summary>Writes the form of the single metrics call.</summary>
    public Task WriteFlatAsync(HttpContext http) => WriteAsync(http, nests: false);

    /// <summary>Writes the form of the batch metrics call, with its trace.</summary>
    public Task WriteBatchAsync(HttpContext http)
    {
        http.Response.Headers["x-ms-error-code"] = Code;
        return WriteAsync(http, nests: true, $"TraceId={{{http.TraceIdentifier}}}");
    }

    private Task WriteAsync(HttpContext http, bool nests, string? trace = null) =>
        http.WriteJsonAsync(
            writer =>
            {
                writer.WriteStartObject();
                if (nests)
                {
                    writer.WriteStartObject("error");
                }

                if (trace is not null)
                {
                    writer.WriteStartArray("additionalInfo");
                    writer.WriteStartObject();
                    writer.WriteString("type", "string");
                    writer.WriteString("info", trace);
                    writer.WriteEndObject();
                    writer.WriteEndArray();
                }

                writer.WriteString("code", Code);
                writer.WriteString("message", Message);
                writer.WriteEndObject();
                if (nests)
                {
                    writer.WriteEndObject();
                }
            },
            Status
        );
}
