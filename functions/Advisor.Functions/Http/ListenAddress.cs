using System.Globalization;

namespace Advisor.Functions.Http;

/// <summary>Address to listen on: the loopback address, at the port assigned by the host.</summary>
internal static class ListenAddress
{
    public const string PortVariable = "FUNCTIONS_CUSTOMHANDLER_PORT";

    private const string OlderPortVariable = "FUNCTIONS_HTTPWORKER_PORT";

    /// <summary>Reads the port; the problem says what is wrong with it.</summary>
    public static (int Port, string? Problem) ReadPort(Func<string, string?> variable)
    {
        var (name, text) = variable(PortVariable) is { Length: > 0 } given
            ? (PortVariable, given)
            : (OlderPortVariable, variable(OlderPortVariable));
        return string.IsNullOrEmpty(text)
                ? (0, $"{PortVariable} is not set: this program is started by the Azure Functions host (`func start` on your machine).")
            : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port) && port is > 0 and <= 65535 ? (port, null)
            : (0, $"{name} is '{text}', which is not a port (1 to 65535).");
    }
}
