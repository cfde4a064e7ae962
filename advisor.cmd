@echo off
rem Starts the program: a published or unpacked one in artifacts\advisor, otherwise what the last build left; builds it where there is none.
setlocal
set "published=%~dp0artifacts\advisor\advisor.exe"
if exist "%published%" goto published
set "program=%~dp0src\Advisor.Cli\bin\Release\net10.0\advisor.dll"
if exist "%program%" goto run
set "program=%~dp0src\Advisor.Cli\bin\Debug\net10.0\advisor.dll"
if exist "%program%" goto run
set "program=%~dp0src\Advisor.Cli\bin\Release\net10.0\advisor.dll"
where dotnet >nul 2>nul
if errorlevel 1 (
  echo advisor: the .NET 10 SDK is not on the PATH: install it from https://dotnet.microsoft.com/download 1>&2
  exit /b 1
)
echo advisor: building once; this takes about half a minute. 1>&2
rem In this folder, for its global.json and not one of the caller.
pushd "%~dp0"
dotnet build src\Advisor.Cli -c Release -nologo -v quiet "-clp:ErrorsOnly;NoSummary" -p:RunAnalyzers=false -p:GenerateDocumentationFile=false 1>&2 || exit /b 1
popd
:run
dotnet "%program%" %*
exit /b %errorlevel%
:published
"%published%" %*
